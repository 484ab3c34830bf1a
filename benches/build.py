#!/usr/bin/env python3
"""Builds the release from nothing, as `cargo install` does, and says what it took and what came of it.

The columns: CPU seconds and wall seconds of the build, the program's size, and the CPU milliseconds of its quickest
`--version` and `kits` (the least of many). With `--against COMMIT` the tree of another commit is built too, in turns;
on a machine that does other things, compare the CPU seconds of builds that ran at the same time only.

    python3 benches/build.py [--against COMMIT] [--rounds 1] [--jobs 2]

Needs the crates on this machine, and room for two builds in the system's folder for passing files.
"""
import argparse, os, pathlib, resource, subprocess, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def spent():
    """CPU seconds of all children so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def least(command, rounds=40):
    """CPU milliseconds of the quickest run."""
    times = []
    for _ in range(rounds):
        before = spent()
        subprocess.run(command, check=True, capture_output=True)
        times.append(spent() - before)
    return min(times) * 1000


def build(tree, jobs):
    """One build: CPU, wall, megabytes, milliseconds of starts."""
    with tempfile.TemporaryDirectory() as out:
        env = dict(os.environ, CARGO_TARGET_DIR=out)
        before, begin = spent(), time.monotonic()
        command = ["cargo", "build", "--release", "--locked", "--offline", "-j", str(jobs), "--bin", "kitpress"]
        subprocess.run(command, cwd=tree, check=True, env=env, capture_output=True)
        cpu, wall = spent() - before, time.monotonic() - begin
        program = pathlib.Path(out) / "release" / "kitpress"
        starts = [least([program, *words]) for words in (["--version"], ["kits"])]
        return [cpu, wall, program.stat().st_size / 1e6, *starts]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as other:
        trees = {"this tree": ROOT}
        if options.against:
            archive = subprocess.run(["git", "archive", options.against], cwd=ROOT, check=True, capture_output=True)
            subprocess.run(["tar", "x", "-C", other], input=archive.stdout, check=True)
            trees[options.against] = other
        print(f"{'':12}{'CPU s':>9}{'wall s':>9}{'MB':>9}{'version':>9}{'kits':>9}")
        for _ in range(options.rounds):
            for name, tree in trees.items():
                print(f"{name:12}" + "".join(f"{n:9.1f}" for n in build(tree, options.jobs)), flush=True)


main()
