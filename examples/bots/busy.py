"""A bot as a program: it never stands idle while there is something to do, and fires nobody it need not.

fcm play base --seat anna=human --seat "ben=cmd:python examples/bots/busy.py"
"""

import json
import sys

IDLE = ("next_step", "end_turn", "pass")

for line in sys.stdin:
    told = json.loads(line)
    if told["say"] in ("choose", "go_on"):
        choices = told["choices"]
        places = [place for place, each in enumerate(choices) if each["action"] not in IDLE] or range(len(choices))
        fires = choices[0]["action"] == "fire"
        fewest = min(places, key=lambda place: len(choices[place].get("cards", ())))
        chosen = fewest if fires else places[told["random"] % len(places)]
        print(json.dumps({"choose": chosen}), flush=True)
