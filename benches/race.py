#!/usr/bin/env python3
"""Races kitpress against what a designer might use instead, on the same 250-card deck.

Every program prints 63x88 mm cards, nine to an A4 page, with crop marks and backs: 56 pages. Programs run
in turns, pinned to one core, so that a noisy machine disturbs all alike; the figures are the medians of
CPU seconds (user + system), peak memory and file size. Then kitpress alone prints ten and a hundred times
as many cards, to show that cost grows with the deck and no faster.

    python3 benches/race.py [--rounds 7] [--quick]

Needs: a release build (`cargo build --release`); for the rivals the PyPI packages `typst` and
`reportlab`, the Debian packages `librsvg2-bin fonts-noto-core fonts-noto-cjk fonts-ipaexfont-gothic`.
A rival that is not installed is left out and said so.
"""
import argparse, csv, os, pathlib, shutil, statistics, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
CARGO_OUT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
KITPRESS = CARGO_OUT / "release" / "kitpress"


def run(command, cwd):
    """CPU seconds and peak MB of a command and its children."""
    pid = os.fork()
    if pid == 0:
        os.chdir(cwd)
        try:
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        except (AttributeError, OSError):
            pass
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execvp(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"{' '.join(map(str, command))} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def rivals(work):
    rival = HERE / "rivals"
    python = sys.executable
    found = {}
    for name, module, script in [("typst", "typst", "run_typst.py"), ("ReportLab", "reportlab", "run_reportlab.py")]:
        if subprocess.run([python, "-c", f"import {module}"], capture_output=True).returncode == 0:
            found[name] = (lambda lang, out, s=script: [python, s, lang, out], rival)
    if shutil.which("rsvg-convert"):
        copy = work / "rsvg"
        shutil.copytree(rival, copy)
        found["rsvg-convert"] = (lambda lang, out: [python, "run_rsvg.py", lang, out], copy)
    for name in {"typst", "ReportLab", "rsvg-convert"} - set(found):
        print(f"{name} is not installed: left out", file=sys.stderr)
    return found


def kitpress(deck, out):
    return lambda lang: [str(KITPRESS), "print", str(deck), "--lang", lang, "--out", str(out)]


def race(rounds, work):
    others = rivals(work)
    out = work / "out"
    ours = kitpress(HERE / "deck", out)
    print(f"{'':14}{'CPU s':>16}{'peak MB':>16}{'kB':>16}\n{'':14}{'en':>8}{'ja':>8}{'en':>8}{'ja':>8}{'en':>8}{'ja':>8}")
    rows = {}
    for _ in range(rounds):
        for lang in ("en", "ja"):
            rows.setdefault(("kitpress", lang), []).append(
                (*run(ours(lang), ROOT), (out / f"deck.{lang}.a4.pdf").stat().st_size / 1000)
            )
            for name, (command, cwd) in others.items():
                pdf = work / f"{name}.{lang}.pdf"
                cost = run(command(lang, str(pdf)), cwd)
                rows.setdefault((name, lang), []).append((*cost, pdf.stat().st_size / 1000))
    table = {}
    for name in ["kitpress", *others]:
        cells = []
        for column in range(3):
            for lang in ("en", "ja"):
                value = statistics.median(r[column] for r in rows[name, lang])
                table[name, column, lang] = value
                cells.append(f"{value:8.3f}" if column == 0 else f"{value:8.0f}")
        print(f"{name:14}" + "".join(cells))
    return table


def growth(rounds, work):
    """The same deck ten and a hundred times over."""
    source = list(csv.reader(open(HERE / "deck" / "cards.csv", encoding="utf-8")))
    print(f"\n{'cards':>8}{'CPU s':>10}{'peak MB':>10}{'kB':>10}")
    for times in (1, 10, 100):
        deck = work / f"deck{times}"
        shutil.copytree(HERE / "deck", deck)
        with open(deck / "cards.csv", "w", newline="", encoding="utf-8") as f:
            w = csv.writer(f)
            w.writerow(source[0])
            for k in range(times):
                # Each card is different, so nothing is shared that a real deck would not share.
                w.writerows([f"{r[0]}.{k}", str((int(r[1]) + k) % 100), r[2], *r[3:]] for r in source[1:])
        out = work / f"out{times}"
        costs = [run(kitpress(deck, out)("en"), ROOT) for _ in range(rounds if times == 1 else max(1, rounds // 3))]
        cpu, peak = (statistics.median(c[i] for c in costs) for i in (0, 1))
        print(f"{250 * times:8}{cpu:10.3f}{peak:10.0f}{(out / 'deck.en.a4.pdf').stat().st_size / 1000:10.0f}")


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--rounds", type=int, default=7)
    args.add_argument("--quick", action="store_true", help="without the large decks")
    args = args.parse_args()
    if not KITPRESS.exists():
        sys.exit("build first: cargo build --release")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        race(args.rounds, work)
        if not args.quick:
            growth(args.rounds, work)


if __name__ == "__main__":
    main()
