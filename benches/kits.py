#!/usr/bin/env python3
"""Prints every shipped kit, and all of them in one command, and sets the CPU time beside the 250-card deck's.

The deck's cards share eight drawings; nearly every face of a kit differs. What counts is CPU time (user + system)
per 250 faces, in two ways: per 250 different faces, beside the same of the deck, and per 250 faces on paper (a card
with a back is two), beside the whole 250-card deck; that should be at most twice as much. Rules, aids and fields are
faces, too, but each is as large as dozens of cards: `all pieces` prints cards, tokens and standees alone, in one
command a kit. Programs run in turns on one core, without threads; the figures are the least of all rounds, which a
busy machine disturbs least.

    python3 benches/kits.py [--rounds 9] [--lang en --lang ja]

Needs a release build (`cargo build --release`).
"""
import argparse, json, os, pathlib, re, subprocess, tempfile, zlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
CARGO_OUT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
KITPRESS = CARGO_OUT / "release" / "kitpress"


def run(arguments, out):
    """CPU seconds and peak MB of a print, and what it printed."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        except (AttributeError, OSError):
            pass
        os.environ["RAYON_NUM_THREADS"] = "1"
        os.dup2(write, 1)
        os.execv(KITPRESS, [str(KITPRESS), "print", *arguments, "--out", str(out), "--json"])
    os.close(write)
    with os.fdopen(read) as pipe:
        files = json.load(pipe)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"kitpress print {' '.join(arguments)} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, files


def on_paper(file):
    """How many faces the pages of a PDF show."""
    pdf, faces = pathlib.Path(file).read_bytes(), 0
    for stream in re.finditer(rb"<<([^<>]{0,200})/Length (\d+)>>stream\n", pdf):
        if stream[1] == b"/Filter/FlateDecode":
            page = zlib.decompress(pdf[stream.end():stream.end() + int(stream[2])])
            # As a form, or drawn in the page itself, cut to its box.
            faces += len(re.findall(rb"/C\d+ Do|cm [-.\d ]+re W n\n", page))
    return faces


def pieces_of(kit):
    """The components of a kit that are many small things."""
    return [c["id"] for c in kit["components"] if c["kind"] in ("cards", "tokens", "standees") and c["cards"] > 1]


def measure(lang, rounds, out):
    kits = json.loads(subprocess.run([KITPRESS, "kits", "--json"], capture_output=True, check=True).stdout)
    jobs = {"deck": [[str(HERE / "deck")]]}
    jobs.update({kit["id"]: [[kit["id"]]] for kit in kits})
    jobs["all kits"] = [[]]
    jobs["all pieces"] = [[kit["id"], "--only", ",".join(pieces)] for kit in kits if (pieces := pieces_of(kit))]
    seen = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, commands in jobs.items():
            runs = [run([*arguments, "--lang", lang], pathlib.Path(out) / name) for arguments in commands]
            files = [file for run in runs for file in run[2]]
            seen[name].append((sum(r[0] for r in runs), max(r[1] for r in runs), files))
    head = ["faces", "CPU ms", "per 250", "of deck", "printed", "per 250", "of deck", "peak MB", "kB"]
    print(f"{lang:18}" + "".join(f"{h:>9}" for h in head))
    deck = whole = None
    for name, runs in seen.items():
        cpu, peak, files = min(runs, key=lambda r: r[0])
        faces = sum(c["faces"] for f in files for c in f["components"])
        size = sum(f["bytes"] for f in files) / 1000
        each = cpu / faces * 250
        printed = sum(on_paper(f["file"]) for f in files)
        paper = cpu / printed * 250
        deck, whole = deck or each, whole or cpu
        print(f"{name:18}{faces:9}{cpu * 1000:9.0f}{each * 1000:9.0f}{each / deck:9.2f}"
              f"{printed:9}{paper * 1000:9.0f}{paper / whole:9.2f}{peak:9.0f}{size:9.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--lang", action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as out:
        for lang in options.lang or ["en", "ja"]:
            measure(lang, options.rounds, out)


main()
