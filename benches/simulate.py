#!/usr/bin/env python3
"""How fast bots play: games a minute, by game and number of games, with the memory used.

    cargo build --release && python3 benches/simulate.py [--quick]

A game's rate should not fall, nor its memory grow, from one line to the next: each plays four times as many games.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
KITPRESS = TARGET / "release" / "kitpress"

# A game, how many play, and how many games the first line plays.
GAMES = [
    ("catch-and-run", 4, 5_000),
    ("cat-and-chocolate", 6, 20_000),
    ("birth-or-burst", 4, 5_000),
    ("icecool", 4, 5_000),
    ("cats", 2, 500),
]


def play(kit, players, games, bots):
    """Seconds, CPU seconds and megabytes of one run."""
    command = [KITPRESS, "simulate", kit, "--players", str(players), "--games", str(games)]
    command += ["--bots", bots, "--seed", "1", "--json"]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"{kit}: exit status {status}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    quick = "--quick" in sys.argv
    print(f"{os.cpu_count()} cores")
    print(f"{'game':<20}{'bots':<10}{'games':>9}{'s':>8}{'CPU s':>8}{'MB':>6}{'games a minute':>17}")
    for kit, players, first in GAMES:
        for bots in ["random", "sensible"]:
            for factor in [1, 4] if quick or bots == "sensible" else [1, 4, 16]:
                games = first * factor
                seconds, cpu, memory = play(kit, players, games, bots)
                rate = games / seconds * 60
                print(f"{kit:<20}{bots:<10}{games:>9}{seconds:>8.2f}{cpu:>8.2f}{memory:>6.0f}{rate:>17,.0f}")


if __name__ == "__main__":
    main()
