"""What is said of a lesson beside its pages: where it is offered, goes on, and is over."""

from dataclasses import replace

from bot.model.button_choices import LessonTurn
from bot.model.buttons import OpenNewLobby, PlaySolo, StartLesson, SteerLesson, TakeTurn
from bot.model.messages import Button, Prompt, Style
from bot.words import Catalog


def lesson_button(words: Catalog, style: Style = Style.PLAIN) -> Button:
    """The button that starts the guided first game."""
    return Button(words.say("lesson.button.learn"), StartLesson(), style)


def with_lesson(prompt: Prompt, words: Catalog) -> Prompt:
    """A prompt that also offers the lesson."""
    return replace(prompt, rows=(*prompt.rows, (lesson_button(words),)))


def running_lesson(words: Catalog) -> Prompt:
    """That a lesson is going on here, and how it can go on."""
    steering = (
        Button(words.say(f"lesson.button.{to}"), SteerLesson(to))
        for to in (LessonTurn.AGAIN, LessonTurn.END)
    )
    turn = Button(words.say("table_button.turn"), TakeTurn(), Style.GO)
    return Prompt(words.say("lesson.running"), ((turn, *steering),))


def ended_lesson(words: Catalog) -> Prompt:
    """That a lesson is over, and what can be played now."""
    row = (
        Button(words.say("table_button.solo"), PlaySolo(), Style.GO),
        Button(words.say("table_button.new"), OpenNewLobby(), Style.MAIN),
    )
    return Prompt(words.say("lesson.ended"), (row,))
