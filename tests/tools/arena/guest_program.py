"""Play as the substitute or a player of a checkout, by its own code.

It reads lines of JSON: first the number of players and the deal's seed, then for each turn what was
answered since, who is asked, and a seed for guesses. To each it says the answers of that turn and
the positions judged. It is run as a file, with the name of a player or nothing, and the folders in
which it finds the engine.
"""

import json
import sys


def main(name: str) -> None:
    """Answer until nobody asks any more."""
    from engine import Game, GameOptions  # noqa: PLC0415 - found only now
    from engine.agents import play_turn  # noqa: PLC0415
    from engine.codec import action_from_json, action_to_json  # noqa: PLC0415

    player = None
    if name:
        from engine.agents.players import PLAYERS  # noqa: PLC0415 - older checkouts lack it

        player = PLAYERS[name]
    players, seed = json.loads(sys.stdin.readline())
    game = Game.new(GameOptions(players), seed)
    for line in sys.stdin:
        moves, seat, guess = json.loads(line)
        for mover, action in moves:
            game.submit(mover, action_from_json(action))
        if player:
            turn = player(game, seat, guess)
            answers, positions = turn.answers, turn.positions
        else:
            answers, positions = tuple(play_turn(game, seat, guess)), 0
        sys.stdout.write(json.dumps([[*map(action_to_json, answers)], positions]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.path[:0] = sys.argv[2:]
    main(sys.argv[1])
