"""A game in memory, together with who plays it and what has been told of it."""

import json
from dataclasses import dataclass, field, replace

from bot.model import messages, preferences, rows
from bot.model.errors import Problem, UserError
from bot.model.invocation import ChannelRef
from bot.model.offers import NO_OFFERS, Offers
from bot.model.people import (
    Person,
    bot_phrase,
    in_slot,
    leaders,
    seat_name,
    seated,
    slotted,
    told_apart,
)
from bot.model.stored_post import PictureRef, StoredPost
from bot.present.posts.channel_posts import calling_everybody
from bot.present.posts.turn_posts import turn_notice, turn_post
from bot.present.wizard.opening import with_start_laid
from bot.services.games.kind import CASUAL, GameKind, loaded
from bot.words import Catalog, Phrase, catalog, pieces
from engine import Game, agenda, events, ids
from engine.agents.levels import Level
from engine.game import Move
from engine.view import View


@dataclass(frozen=True, slots=True)
class PublicState:
    """The public state of a game at one moment, which the pictures of its posts are drawn from.

    `players` are the people by seat, `names` what pictures call them; `words` are those of its
    channel, on the server `guild`.
    """

    view: View
    players: tuple[rows.PersonRow, ...]
    names: tuple[str, ...]
    words: Catalog
    guild: int | None
    moves: tuple[Move, ...]
    posts: preferences.TurnPictures | None

    def changes(self, since: int) -> tuple[events.Event, ...]:
        """The events from the answer number `since` on."""
        return tuple(event for move in self.moves[since:] for event in move.events)


@dataclass(slots=True)
class Table:
    """A game as the bot holds it; touch it only under its lock.

    `revision` counts the entries of the log, those of a press that is not stored yet among them,
    `told` the answers whose turn has been posted.
    `numbers` is the language of numbers and dates here, None for that of the words. The bot plays
    the seats `bots`: its own (`seated_bots`), and as a substitute those of people, to the end for
    who `resigned`, all these at one `level`.
    """

    id: int
    game: Game
    channel: ChannelRef
    players: tuple[rows.PersonRow, ...]
    revision: int
    told: int
    status: rows.Status
    numbers: str | None = None
    bots: frozenset[ids.Seat] = frozenset()
    resigned: frozenset[ids.Seat] = frozenset()
    level: Level = Level.MEDIUM
    posts: preferences.TurnPictures | None = None
    symbols: pieces.Symbols = field(default_factory=pieces.Symbols)
    offers: Offers = NO_OFFERS
    kind: GameKind = CASUAL

    @property
    def words(self) -> Catalog:
        """The catalog of what everybody reads here."""
        return self.symbols.on(catalog(self.channel.locale, self.numbers))

    @property
    def owners(self) -> tuple[Person, ...]:
        """People by seat under their own names, for posts, which keep names in slots."""
        return tuple(
            replace(owner, name=in_slot(player.id, owner.name))
            if player.id > rows.NOBODY
            else owner
            for player, owner in zip(self.players, self.owners_in(self.words), strict=True)
        )

    def owners_in(self, words: Catalog) -> tuple[Person, ...]:
        """People by seat under their own names, for a private page."""
        return tuple(seated(player, words) for player in self._told_apart(words))

    def named(self, person: rows.PersonRow) -> Person:
        """Return how posts name someone: by the name of their seat where they have one."""
        for player, owner in zip(self.players, self.owners, strict=True):
            if player.id == person.id:
                return owner
        return slotted(person)

    def _told_apart(self, words: Catalog) -> tuple[rows.PersonRow, ...]:
        """The players under names that no two share at this table."""
        seats = self.game.view().seats[: len(self.players)]
        return told_apart(self.players, tuple(words.name(seat.color) for seat in seats), words)

    @property
    def people(self) -> tuple[Person, ...]:
        """People by seat as posts name them; marks those for whom the bot plays."""
        return self._playing(self.owners, self.words)

    def people_in(self, words: Catalog) -> tuple[Person, ...]:
        """People by seat as a private page names them."""
        return self._playing(self.owners_in(words), words)

    def _playing(self, owners: tuple[Person, ...], words: Catalog) -> tuple[Person, ...]:
        people = list(owners)
        for seat in self.left:
            name = words.say("seat.bot", name=people[seat].name)
            people[seat] = replace(people[seat], name=name, bot=True)
        return tuple(people)

    @property
    def held(self) -> frozenset[ids.Seat]:
        """The seats that people play themselves."""
        return frozenset(range(len(self.players))) - self.bots

    @property
    def is_shared(self) -> bool:
        """Say whether several people sit there, even if the bot plays for them now."""
        return sum(player.level is None for player in self.players) > 1

    @property
    def seated_bots(self) -> frozenset[ids.Seat]:
        """The seats of bots that play for themselves."""
        return frozenset(
            seat for seat, player in enumerate(self.players) if player.level is not None
        )

    @property
    def left(self) -> frozenset[ids.Seat]:
        """The seats of people for whom the bot plays."""
        return self.bots - self.seated_bots

    @property
    def competing(self) -> frozenset[ids.Seat]:
        """The seats that can win the game: of people who play themselves, and of seated bots."""
        return self.held | self.seated_bots

    @property
    def mover_level(self) -> Level:
        """The strength of the bot in the seat that is asked, if it is to play there."""
        asked = self.game.waiting
        own = None if asked is None or asked.seat >= len(self.players) else self.players[asked.seat]
        return self.level if own is None or own.level is None else own.level

    @property
    def persons(self) -> tuple[rows.PersonRow, ...]:
        """The people who play themselves."""
        return tuple(self.players[seat] for seat in sorted(self.held))

    def others(self, person: int) -> tuple[rows.PersonRow, ...]:
        """The people who play, without this Discord user."""
        return tuple(player for player in self.persons if player.id != person)

    def plays(self, person: int) -> bool:
        """Say whether a Discord user has a seat and plays it."""
        return any(player.id == person for player in self.persons)

    def meet(self, person: rows.PersonRow, guild: int | None) -> bool:
        """Take over how a player is called now in the server of the game; says if that is new."""
        named = tuple(person if one.id == person.id else one for one in self.players)
        is_new = guild == self.channel.guild and named != self.players
        if is_new:
            self.players = named
        return is_new

    def can_go_back(self, person: int) -> bool:
        """Say whether a Discord user may ask for an earlier turn, and there is one."""
        runs = self.status is rows.Status.RUNNING
        return runs and self.plays(person) and bool(self.game.take_back_points)

    @property
    def mover(self) -> int:
        """The Discord user to move, NOBODY when that is the bot or the game is over."""
        asked = self.game.waiting
        return (
            rows.NOBODY if asked is None or asked.seat in self.bots else self.players[asked.seat].id
        )

    def knows(self, person: int) -> bool:
        """Say whether a Discord user has, or had, a seat here: nobody may get another one."""
        return any(player.id == person for player in self.players)

    def seat_of(self, person: int) -> ids.Seat | None:
        """The seat of a Discord user, None for spectators and for those who resigned."""
        for seat, player in enumerate(self.players):
            if player.id == person and seat not in self.resigned:
                return seat
        return None

    def must_run(self) -> None:
        """Raise UserError where the game is over."""
        if self.status is not rows.Status.RUNNING:
            raise UserError(Problem.GAME_OVER)

    def must_concern(self, person: int, *, manages: bool = False) -> None:
        """Raise UserError where the game is over, or for outsiders who do not manage its server."""
        if self.seat_of(person) is None and not manages:
            raise UserError(Problem.NOT_A_PLAYER)  # first: others may not learn whether it is over
        self.must_run()

    def seat_playing(self, person: int) -> ids.Seat:
        """The seat of a person in a running game; raises UserError for anybody else."""
        seat = self.seat_of(person)
        if seat is None:
            raise UserError(Problem.NOT_A_PLAYER)
        if self.status is not rows.Status.RUNNING or self.game.waiting is None:
            raise UserError(Problem.GAME_OVER)
        return seat

    def seat_acting(self, person: int) -> ids.Seat:
        """The seat of a person who plays it themselves; raises UserError for anybody else."""
        seat = self.seat_playing(person)
        if seat in self.bots:
            raise UserError("leaving.sorry.bot_plays")
        return seat

    def seat_to_move(self, person: int) -> ids.Seat:
        """The seat of a person who may answer now; raises UserError for anybody else."""
        seat, waiting = self.seat_acting(person), self.game.waiting
        if waiting is not None and waiting.seat != seat:
            raise UserError(Problem.NOT_YOUR_TURN, who=self._named(waiting.seat))
        return seat

    def _named(self, seat: ids.Seat) -> str | Phrase:
        """Return the name of a seat, for a sentence whose reader's words are not known yet."""
        player = self.players[seat]
        if player.level is not None:
            return bot_phrase(player.name, player.level)
        return self.people_in(self.words)[seat].name

    def seat_to_undo(self, person: int) -> ids.Seat:
        """The seat of a person who may answer now; after the turn, the error says how to go on."""
        seat, asked, moves = self.seat_acting(person), self.game.waiting, self.game.moves
        if asked is not None and asked.seat != seat and moves and moves[-1].seat == seat:
            raise UserError(Problem.TURN_ENDED)
        return self.seat_to_move(person)

    def body(self, post: messages.Post, since: int | None = None) -> StoredPost:
        """A post as the outbox keeps it; it tells the answers from number `since` on."""
        pictures = tuple(PictureRef(picture.kind, picture.seat) for picture in post.pictures)
        return StoredPost(
            game=self.id,
            revision=self.revision,
            text=post.text,
            rows=post.rows,
            pictures=pictures,
            ping=tuple(self.players[seat].id for seat in post.ping if seat in self.held),
            since=self.game.move_count if since is None else since,
            foot=post.foot,
            links=post.links,
            accent=None if post.accent is None else self.game.seat_view(post.accent).color,
        )

    def tell(self, planned: int | None = None) -> StoredPost:
        """Return the post of all turns that were not told yet, which counts as told from now on.

        Those from the answer number `planned` on were planned ahead.
        """
        first, self.told = self.told, self.game.move_count
        people, brief = self.people, self.kind.brief
        post = turn_post(
            self.game, first, people, self.words, self.offers, brief=brief, planned=planned
        )
        if word := self.kind.last_word(self.game):
            post = replace(post, foot=messages.paragraphs(self.words.spell(word), post.foot))
        return self.body(post, first)

    def rest(self) -> tuple[StoredPost, ...]:
        """The post of turns that wait for a bot's to be told; empty where none do."""
        waits = self.told < self.game.move_count and self.turn_is_over
        return (self.tell(),) if waits else ()

    @property
    def view(self) -> View:
        """The public view; in a finished game, the winners are among those who played on."""
        view = self.game.view()
        if view.result is None or not (self.left and self.competing):
            return view
        winners, beaten = leaders(view, sorted(self.competing))
        return replace(view, result=replace(view.result, winners=winners, tie_broken=bool(beaten)))

    def picture_names(self, words: Catalog) -> tuple[str, ...]:
        """The names by seat for pictures, which know no formatting; Tom's in a reader's words."""
        left = self.left
        names = tuple(
            words.say("seat.bot", name=person.name) if seat in left else seat_name(person, words)
            for seat, person in enumerate(self._told_apart(words))
        )
        return (*names, words.say("term.tom")) if self.game.options.solo else names

    @property
    def public_state(self) -> PublicState:
        """The public state of the game now, with the likely start tile of the person to move."""
        view, asked = self.view, self.game.waiting
        if asked is not None and asked.seat in self.held:
            view = with_start_laid(view, self.game, asked.seat)
        return PublicState(
            view,
            self.players,
            self.picture_names(self.words),
            self.words,
            self.channel.guild,
            self.game.moves,
            self.posts,
        )

    @property
    def notice(self) -> messages.Post:
        """The announcement of the next turn, as everybody reads it here."""
        return turn_notice(self.game, self.people, self.words, self.offers)

    @property
    def opening(self) -> messages.Post:
        """The announcement in a thread of its own, where it brings in everybody who plays."""
        return calling_everybody(self.notice, self.people, self.words)

    @property
    def passes_itself(self) -> bool:
        """Say whether the person to move can only pass, and others wait for that."""
        return self.mover != rows.NOBODY and len(self.persons) > 1 and self.game.only_passes

    @property
    def is_due(self) -> bool:
        """Say whether a post is to tell the turns that were not told yet.

        It is when a turn is over and a person is called, or the game is over. Where the bot holds
        every seat, as nobody is left, a post tells one round.
        """
        waiting = self.game.waiting
        if waiting is None or not self.turn_is_over or waiting.seat not in self.bots:
            return self.turn_is_over
        return not self.held and self.game.moves[self.told].seat == waiting.seat

    @property
    def turn_is_over(self) -> bool:
        """Say whether the last answer ended a turn.

        Solo, the person's turn and Tom's card are told together, so that a question about Tom's
        card ends nothing.
        """
        waiting = self.game.waiting
        if waiting is None:
            return True
        if isinstance(waiting.decision, agenda.TomTaskChoice):
            return False
        return self.game.moves[-1].turn != self.game.view().turn


def table_of(row: rows.GameRow, numbers: str | None = None, game: Game | None = None) -> Table:
    """A stored game as it is held; `game` is what its snapshot says, if that is known.

    `numbers` is the server's language of numbers.
    """
    return Table(
        id=row.id,
        game=loaded(row.snapshot) if game is None else game,
        channel=ChannelRef(row.channel, row.guild, row.locale, rows.Via.CHANNEL),
        players=row.players,
        revision=row.revision,
        told=row.told,
        status=row.status,
        numbers=numbers,
        bots=row.bots,
        resigned=row.resigned,
        level=row.level,
        posts=row.posts,
    )


def snapshot_of(game: Game) -> str:
    """The JSON text that a game is stored as; it holds the seed and never leaves the bot."""
    return json.dumps(game.dump(), separators=(",", ":"))
