"""The reasons why an answer is not allowed: a key and slots, of which the bot makes a sentence."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Each reason names one rule; the slots that come with it stand behind the key."""

    GAME_OVER = "game_over"
    NOT_YOUR_DECISION = "not_your_decision"  # seat
    WRONG_QUESTION = "wrong_question"  # asked
    MAIN_ACTION_DONE = "main_action_done"
    TURN_NOT_DONE = "turn_not_done"
    TILES_SHORT = "tiles_short"  # kind, count
    RESOURCES_SHORT = "resources_short"  # needed, any_count
    PAYMENT_WRONG = "payment_wrong"
    SUBSTITUTE_NOT_NEEDED = "substitute_not_needed"
    TILE_NOT_HELD = "tile_not_held"  # kind
    START_TILE_UNKNOWN = "start_tile_unknown"
    START_DIRECTION = "start_direction"
    FATE_ROW_EMPTY = "fate_row_empty"
    FATE_ONE_LEFT = "fate_one_left"
    FATE_OUTSIDE = "fate_outside"
    FATE_ALL_OUTSIDE = "fate_all_outside"
    FATE_COVERED = "fate_covered"
    FATE_APART = "fate_apart"
    KEEP_NOT_HELD = "keep_not_held"
    KEEP_TOO_MANY = "keep_too_many"  # limit
    PATH_FULL = "path_full"
    PATH_SLOT_EMPTY = "path_slot_empty"  # slot
    PATH_PILE_EMPTY = "path_pile_empty"
    PATH_COLORS_DIFFER = "path_colors_differ"
    PATH_NOT_IN_PILE = "path_not_in_pile"
    SHIP_SAME_ISLAND = "ship_same_island"
    ISLAND_UNKNOWN = "island_unknown"
    SHIP_NOT_AT_SEA = "ship_not_at_sea"
    ISLAND_NO_TASKS = "island_no_tasks"
    ISLAND_NO_GUARDIANS = "island_no_guardians"
    TASK_ELSEWHERE = "task_elsewhere"  # task
    TASKS_FULL = "tasks_full"
    OFFERING_USED_UP = "offering_used_up"  # side
    SPACE_TAKEN = "space_taken"  # space
    GUARDIAN_OWNED = "guardian_owned"  # guardian
    GUARDIAN_GONE = "guardian_gone"  # guardian
    GUARDIAN_NOT_OWNED = "guardian_not_owned"  # guardian
    GUARDIAN_AT_BONFIRE = "guardian_at_bonfire"  # guardian
    GUARDIAN_HAS_MOVED = "guardian_has_moved"  # guardian
    GUARDIAN_TOO_FAR = "guardian_too_far"  # steps
    GUARDIAN_BACKWARDS = "guardian_backwards"
    GUARDIAN_STAYS = "guardian_stays"
    PLACE_TAKEN = "place_taken"  # position
    PATH_NOT_BUILT = "path_not_built"  # position
    PORTAL_MISSING = "portal_missing"  # position
    BONFIRE_UNLIT = "bonfire_unlit"  # position
    START_NOT_ALLOWED = "start_not_allowed"
    NO_GUARDIAN_CAN_MOVE = "no_guardian_can_move"
    STEPS_WASTED = "steps_wasted"  # steps
    SOMEBODY_MUST_MOVE = "somebody_must_move"
    GOLD_ONLY_AT_START = "gold_only_at_start"
    WHEEL_SPACE_UNKNOWN = "wheel_space_unknown"
    REWARDS_COUNT = "rewards_count"  # count
    REWARD_TWICE = "reward_twice"
    PORTAL_NOT_THERE = "portal_not_there"  # portal
    PORTAL_PLACED = "portal_placed"  # portal
    PORTAL_NOT_NEXT = "portal_not_next"  # portal
    PORTAL_UNNAMED = "portal_unnamed"
    GNOMES_FULL = "gnomes_full"
    GNOME_NOT_SHOWN = "gnome_not_shown"
    ELDER_NOT_GIVEN = "elder_not_given"
    GNOME_PRICE = "gnome_price"
    GNOME_IS_FREE = "gnome_is_free"
    TASK_SPACE_EMPTY = "task_space_empty"  # space
    ALREADY_LIT = "already_lit"  # space
    TASK_NOT_MET = "task_not_met"  # task, have, need
    COUNCIL_SPACE_TAKEN = "council_space_taken"  # space
    BONUS_IMPOSSIBLE = "bonus_impossible"  # space
    POINT_IMPOSSIBLE = "point_impossible"
    NEUTRAL_GONE = "neutral_gone"  # common
    COMMON_NOT_MET = "common_not_met"  # common, have, need
    PASS_TOO_EARLY = "pass_too_early"  # noqa: S105 - no password
    TOM_TASK = "tom_task"
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNDO_REVEALED = "undo_revealed"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason with named values: enums, ids, numbers, bags, or the question that is open."""

    key: Reason
    slots: tuple[tuple[str, object], ...] = ()


def refuse(key: Reason, **slots: object) -> Refusal:
    """Build a refusal."""
    return Refusal(key, tuple(slots.items()))


class IllegalAction(Exception):
    """An answer that the rules do not allow; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(refusal.key)
        self.refusal = refusal
