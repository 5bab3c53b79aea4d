"""The values of this feature that tests of the whole need."""

from typing import Final

from bot.features.lesson import values
from bot.features.lesson.service import LESSON_STEPS

HANGING: Final = {
    "1|t|7|0||lesson:back": values.SteerLesson(values.LessonTurn.BACK),
    "1|l|0|0||learn": values.StartLesson(),
}
FREE: Final = (values.StartLesson,)
DEALING: Final = (values.StartLesson,)
COUNTED: Final = {LESSON_STEPS: "sail"}
