"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.lesson.service import LESSON_STEPS
from bot.features.lesson.values import LessonTurn, StartLesson, SteerLesson

HANGING: Final = {
    "1|t|7|0||lesson:back": SteerLesson(LessonTurn.BACK),
    "1|l|0|0||learn": StartLesson(),
}
FREE: Final = (StartLesson,)
DEALING: Final = (StartLesson,)
COUNTED: Final = {LESSON_STEPS: "sail"}
