"""Would the tests notice? Builds many mutants of the library at once and runs tests against each.

    python3 tests/mutants.py LIST.toml [--seconds 120] [--target target/mutants] [--cargo 'cargo']

LIST.toml names the mutants, and for each the tests that ought to fail, as arguments of `cargo test`:

    tests = ["--lib hash"]                  # for mutants that name none

    [[mutant]]
    number = 1                              # from 1 on
    file = "src/say.rs"
    near = "fn fill"                        # optional: `old` is the first one behind this text
    old = "next += 1;"                      # an expression, or a statement with its `;`
    new = "next += 2;"
    tests = ["--lib say"]

The working tree is copied, and each `old` becomes `if crate::mutant(N) { new } else { old }` there. One build serves all:
KITPRESS_MUTANT=N says which one is on. First the tests run with none on, and must pass. Then each mutant is `killed`
when a test fails or takes too long, and `SURVIVED` when all pass. Exit code 1: some survived; 2: nothing could be told.
Only library code can be mutated (not `src/main.rs`, `const fn` or macros).
"""

import argparse
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent

SWITCH = """
/// Whether the mutant of this number is on.
pub(crate) fn mutant(number: u32) -> bool {
    static ON: std::sync::OnceLock<Option<u32>> = std::sync::OnceLock::new();
    let on = || std::env::var("KITPRESS_MUTANT").ok()?.parse().ok();
    *ON.get_or_init(on) == Some(number)
}
"""


def give_up(why):
    print(why, file=sys.stderr)
    sys.exit(2)


def read_list(path):
    table = tomllib.loads(pathlib.Path(path).read_text())
    mutants = table.get("mutant", [])
    if not mutants or len({m["number"] for m in mutants}) != len(mutants):
        give_up("the list needs mutants, each with a number of its own")
    for mutant in mutants:
        mutant["tests"] = mutant.get("tests") or table.get("tests") or give_up(f"{mutant['number']}: no tests are named")
    return mutants


def wanted_files(tree):
    """What git knows or would take; what the copy has beside that is removed from it."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    wanted = {name for name in names if name and (ROOT / name).is_file()}
    for left in [p for p in tree.rglob("*") if p.is_file() and str(p.relative_to(tree)) not in wanted]:
        left.unlink()
    return wanted


def place(text, mutant):
    """Where the text to replace stands; it must be clear which one is meant."""
    start = text.find(mutant.get("near", ""))
    at = text.find(mutant["old"], max(start, 0))
    if start < 0 or at < 0 or "near" not in mutant and text.count(mutant["old"]) > 1:
        give_up(f"{mutant['number']}: `{mutant['old']}` is not there, or there more than once, in {mutant['file']}")
    return at


def switched(text, mutants):
    spots = sorted(((place(text, m), m) for m in mutants), key=lambda spot: spot[0], reverse=True)
    end = len(text)
    for at, mutant in spots:
        old, new = mutant["old"], mutant["new"]
        if at + len(old) > end:
            give_up(f"{mutant['number']}: overlaps another mutant")
        choice = f"if crate::mutant({mutant['number']}) {{ {new} }} else {{ {old} }}"
        choice = choice if old.rstrip().endswith(";") else f"({choice})"
        text, end = text[:at] + choice + text[at + len(old):], at
    return text


def plant(tree, mutants):
    for name in wanted_files(tree):
        data = (ROOT / name).read_bytes()
        if here := [m for m in mutants if m["file"] == name]:
            data = switched(data.decode(), here).encode()
        if name == "src/lib.rs":
            data += SWITCH.encode()
        path = tree / name
        # Files that stay as they are keep their times, so that little is built anew.
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod((ROOT / name).stat().st_mode)


def run(command, tree, number, seconds):
    """Whether it succeeds, None when it takes too long, and what it says."""
    env = dict(os.environ, CARGO_TARGET_DIR=str(tree.parent / "build"), KITPRESS_MUTANT=str(number))
    process = subprocess.Popen(command, cwd=tree, env=env, start_new_session=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""
    return process.returncode == 0, said


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list")
    parser.add_argument("--seconds", type=float, default=120, help="for each call of the tests")
    parser.add_argument("--target", default=str(ROOT / "target/mutants"), help="where the copy is built; kept")
    parser.add_argument("--cargo", default="cargo", help="the command that stands for cargo")
    args = parser.parse_args()
    mutants = read_list(args.list)
    for unknown in [m for m in mutants if not (ROOT / m["file"]).is_file()]:
        give_up(f"{unknown['number']}: there is no {unknown['file']}")
    tree = pathlib.Path(args.target).resolve() / "tree"
    plant(tree, mutants)
    cargo = [*shlex.split(args.cargo), "test"]
    for tests in sorted({t for m in mutants for t in m["tests"]}):
        fine, said = run([*cargo, "--no-run", *shlex.split(tests)], tree, 0, None)
        fine, said = run([*cargo, *shlex.split(tests)], tree, 0, args.seconds) if fine else (fine, said)
        if not fine or not re.search(r"test result: ok\. [1-9]", said):
            give_up(f"without a mutant, `cargo test {tests}` does not pass, or runs no test:\n{said[-3000:]}")
    killed = 0
    for m in mutants:
        alive = all(run([*cargo, *shlex.split(t)], tree, m["number"], args.seconds)[0] for t in m["tests"])
        killed += not alive
        print(f"{'SURVIVED' if alive else 'killed  '} {m['number']:>3} {m['file']}: {m['old']} → {m['new']}", flush=True)
    print(f"{killed} of {len(mutants)} killed")
    sys.exit(killed < len(mutants))


if __name__ == "__main__":
    main()
