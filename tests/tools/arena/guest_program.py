"""Play as the substitute of a checkout that is named, by its own code.

It reads lines of JSON: first the number of players and the deal's seed, then for each turn what was
answered since, who is asked, and a seed for guesses. To each it says the answers of that turn. It
is run as a file, so that it finds the engine of the checkout and no other.
"""

import json
import sys


def main() -> None:
    """Answer until nobody asks any more."""
    from engine import Game, GameOptions  # noqa: PLC0415 - found only now
    from engine.agents import play_turn  # noqa: PLC0415
    from engine.codec import action_from_json, action_to_json  # noqa: PLC0415

    players, seed = json.loads(sys.stdin.readline())
    game = Game.new(GameOptions(players), seed)
    for line in sys.stdin:
        moves, seat, guess = json.loads(line)
        for mover, action in moves:
            game.submit(mover, action_from_json(action))
        answers = [action_to_json(action) for action in play_turn(game, seat, guess)]
        sys.stdout.write(json.dumps(answers) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    main()
