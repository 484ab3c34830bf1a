"""Would the tests notice? Builds many mutants of the library at once and runs tests against each.

    python3 tests/mutants.py [tests/mutants.toml] [--only WORD…] [--list]

The list names mutants, each with what stands in a file, what a slip would make of it, and the tests that ought to fail:

    [[mutant]]
    slip = "a message fills a hole twice"   # what goes wrong, in a few words that no other mutant has
    file = "src/say.rs"
    near = "fn fill"                        # optional: `old` is the first one behind this text
    old = "next += 1;"                      # an expression, or a statement with its `;`
    new = "next += 2;"
    tests = ["--lib say", "--test table secrets names"]
    same = "why nobody could tell"          # optional: it is known to survive

A test is named as for `cargo test`: `--lib` or `--test NAME`, then words that its path holds. `[tests]` in the list gives
short names to such texts.

The working tree is copied to `target/mutants`, and each `old` becomes `if crate::mutant(N) { new } else { old }` there. One
build serves all, and takes the dependencies that the tree itself was built with. First the tests run with no mutant
on; what fails then is told, and tells nothing about mutants. Then each mutant is
  killed    a test fails, with its name; or the tests crash, or take many times as long as without the mutant
  SURVIVED  all tests pass
  same      it survived, as the list says it does
  UNTOLD    its place is gone, it does not compile, its tests cannot be started, or fail without it
Exit code 0: all are killed, or the same; 1: some survived, or one that is called the same was killed; 2: some are untold.
Only library code can be mutated (not `src/main.rs`, constants, `const fn` or macros).
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
HOME = ROOT / "target/mutants"
TREE = HOME / "tree"
PROFILES = re.compile(r"(?ms)^\[profile\..*?(?=^\[|\Z)")

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
    mutants, short = table.get("mutant", []), table.get("tests", {})
    slips = [m.get("slip") for m in mutants]
    for number, mutant in enumerate(mutants, 1):
        for key in ("slip", "file", "old", "new", "tests"):
            if not mutant.get(key) and (key != "new" or key not in mutant):
                give_up(f"mutant {number} ({mutant.get('slip')}) has no `{key}`")
        if slips.count(mutant["slip"]) > 1:
            give_up(f"two mutants are called “{mutant['slip']}”")
        mutant["number"] = number
        mutant["tests"] = [short.get(t, t) for t in mutant["tests"]]
    return mutants or give_up("the list has no mutants")


# ---- the copy ----

def copied_files():
    """What git knows or would take; what the copy has beside that is removed from it."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    wanted = {name for name in names if name and (ROOT / name).is_file()}
    for left in [p for p in TREE.rglob("*") if p.is_file() and str(p.relative_to(TREE)) not in wanted]:
        left.unlink()
    return wanted


def place(text, mutant):
    """Where the text to replace stands; None when it is not there, or it is not clear which one is meant."""
    near, old = mutant.get("near", ""), mutant["old"]
    start = text.find(near)
    at = text.find(old, max(start, 0))
    unclear = text.count(near) > 1 if near else text.count(old) > 1
    return None if start < 0 or at < 0 or unclear else at


def switched(text, mutants, untold):
    """The text with a switch for each mutant whose place is found; several may share one."""
    spots = {}
    for mutant in mutants:
        at = place(text, mutant)
        if at is None:
            untold[mutant["number"]] = "its place is gone, or there are several"
        else:
            spots.setdefault((at, mutant["old"]), []).append(mutant)
    end = len(text)
    for (at, old), here in sorted(spots.items(), key=lambda spot: spot[0], reverse=True):
        if at + len(old) > end:
            untold.update({m["number"]: "its place overlaps another's" for m in here})
            continue
        choice = "".join(f"if crate::mutant({m['number']}) {{ {m['new']} }} else " for m in here) + f"{{ {old} }}"
        choice = choice if old.rstrip().endswith(";") else f"({choice})"
        text, end = text[:at] + choice + text[at + len(old):], at
    return text


def put(path, data, mode=0o644):
    # Files that stay as they are keep their times, so that little is built anew.
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        path.chmod(mode)


def plant(mutants):
    """Makes the copy; the mutants that have no place in it, and why."""
    untold = {m["number"]: f"there is no {m['file']}" for m in mutants if not (ROOT / m["file"]).is_file()}
    for name in copied_files():
        data = (ROOT / name).read_bytes()
        if here := [m for m in mutants if m["file"] == name]:
            data = switched(data.decode(), here, untold).encode()
        if name == "src/lib.rs":
            data += SWITCH.encode()
        if name == "Cargo.toml":
            data = PROFILES.sub("", data.decode()).encode()
        put(TREE / name, data, (ROOT / name).stat().st_mode)
    # A workspace around the copy: its package is another than ours to cargo, and both can be built side by side. The
    # profiles are the workspace's then: cargo warns of those that a member has.
    profiles = "".join(PROFILES.findall((ROOT / "Cargo.toml").read_text()))
    put(HOME / "Cargo.toml", f'[workspace]\nmembers = ["tree"]\nresolver = "3"\n\n{profiles}'.encode())
    put(HOME / "Cargo.lock", (ROOT / "Cargo.lock").read_bytes())
    return untold


# ---- the build ----

def target_of(tests):
    """The arguments that name the target of a text, and the words after them."""
    words = tests.split()
    names = 2 if words[:1] == ["--test"] else 1
    if words[:1] not in (["--test"], ["--lib"]) or len(words) < names:
        give_up(f"`{tests}` does not begin with `--lib` or `--test NAME`")
    return tuple(words[:names]), words[names:]


def build(targets):
    """Builds the tests of targets, in one go: the program of each, or the numbers of the mutants that do not compile."""
    command = ["cargo", "test", "--no-run", "--message-format=json", "--offline"]
    command += [word for target in sorted(targets) for word in target]
    env = dict(os.environ, CARGO_TARGET_DIR=str(HOME / "build"), CARGO_BUILD_BUILD_DIR=str(ROOT / "target"))
    built = subprocess.run(command, cwd=TREE, env=env, stdout=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in built.stdout.splitlines()]
    if built.returncode == 0:
        programs = {}
        for m in messages:
            if m.get("executable") and m["profile"]["test"]:
                lib = "lib" in m["target"]["kind"]
                programs[("--lib",) if lib else ("--test", m["target"]["name"])] = m["executable"]
        return programs, set()
    wrong = [m["message"] for m in messages if m.get("reason") == "compiler-message" and m["message"]["level"] == "error"]
    bad = {number for message in wrong for span in message["spans"] for number in switches_at(span)}
    print("".join(m["rendered"] for m in wrong))
    return {}, bad or give_up("the copy cannot be built, and no mutant is to blame")


def switches_at(span):
    """The numbers of the mutants in the lines of an error."""
    path = HOME / span["file_name"]
    lines = path.read_text().splitlines() if path.is_file() else []
    text = "\n".join(lines[span["line_start"] - 1:span["line_end"]])
    return {int(n) for n in re.findall(r"crate::mutant\((\d+)\)", text)}


def build_all(mutants, meant, untold):
    """Builds what can be built: mutants that do not compile are left out."""
    while True:
        calls = {t for m in meant if m["number"] not in untold for t in m["tests"]}
        programs, bad = build({target_of(t)[0] for t in calls})
        if not bad:
            return calls, programs
        untold.update(dict.fromkeys(bad, "it does not compile"))
        untold.update(plant([m for m in mutants if m["number"] not in untold]))


# ---- the tests ----

class Run:
    """One call of a program of tests. It ends with the first test that fails."""

    def __init__(self, program, words, number, seconds):
        env = dict(os.environ, KITPRESS_MUTANT=str(number), CARGO_MANIFEST_DIR=str(TREE))
        begin = time.monotonic()
        self.process = subprocess.Popen([program, *words], cwd=TREE, env=env, start_new_session=True, text=True,
                                        errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.late = False
        timer = threading.Timer(seconds, self.out_of_time)
        timer.start()
        self.ran, self.failed, said = 0, None, []
        for line in self.process.stdout:
            said.append(line)
            if found := re.match(r"running (\d+) tests?$", line.strip()):
                self.ran = int(found[1])
            if found := re.match(r"test (\S+).* \.\.\. FAILED$", line.strip()):
                self.failed = self.failed or found[1]
                if number:
                    break
        if self.failed and number:
            self.end()
        self.code = self.process.wait()
        timer.cancel()
        self.end()
        self.said = "".join(said)[-3000:]
        self.seconds = time.monotonic() - begin

    def out_of_time(self):
        self.late = True
        self.end()

    def end(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def why(self):
        """Why the tests do not pass; None when they do."""
        if self.late:
            return "it takes too long"
        if self.failed:
            return self.failed
        return None if self.code == 0 else f"the tests end with code {self.code}"


def without_mutants(calls, programs):
    """How long each call takes with no mutant on; None where it does not pass."""
    fine = {}
    for tests in sorted(calls):
        target, words = target_of(tests)
        if target not in programs:
            give_up(f"`{tests}`: there is no such target")
        run = Run(programs[target], words, 0, 900)
        wrong = run.why() or (None if run.ran else "no test has such a name")
        fine[tests] = None if wrong else run.seconds
        print(f"{run.seconds:6.1f} s {run.ran:>4} tests  {tests}", f"FAILS WITHOUT A MUTANT: {wrong}" if wrong else "",
              flush=True)
        if wrong:
            print(run.said)
    return fine


def judge(mutant, programs, fine):
    """What becomes of a mutant, and by what."""
    for tests in mutant["tests"]:
        if fine[tests] is None:
            return "UNTOLD", f"`{tests}` fails without it"
        target, words = target_of(tests)
        run = Run(programs[target], words, mutant["number"], 20 + 5 * fine[tests])
        if not run.ran and not run.late:
            return "UNTOLD", f"`{tests}` cannot be started: {run.said[-300:]}"
        if wrong := run.why():
            return "killed", wrong
    return ("same", mutant["same"]) if "same" in mutant else ("SURVIVED", f"{mutant['old']} → {mutant['new']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", nargs="?", default=str(ROOT / "tests/mutants.toml"))
    parser.add_argument("--only", nargs="+", metavar="WORD", help="mutants whose slip or file holds one of these")
    parser.add_argument("--list", dest="names", action="store_true", help="names the mutants, and runs nothing")
    args = parser.parse_args()
    mutants = read_list(args.list)
    untold = plant(mutants)
    meant = [m for m in mutants if not args.only or any(w in m["slip"] or w in m["file"] for w in args.only)]
    if args.names:
        for m in meant:
            print(f"{m['file']}: {m['slip']}", f"UNTOLD: {untold[m['number']]}" if m["number"] in untold else "")
        return
    calls, programs = build_all(mutants, meant, untold)
    fine = without_mutants(calls, programs)
    count = dict.fromkeys(["killed", "SURVIVED", "same", "UNTOLD"], 0)
    wrong = 0
    for m in meant:
        why = untold.get(m["number"])
        became, by = ("UNTOLD", why) if why else judge(m, programs, fine)
        count[became] += 1
        wrong += became == "killed" and "same" in m
        print(f"{became:8}  {m['file']}: {m['slip']} ({by})", flush=True)
    print(", ".join(f"{n} {what}" for what, n in count.items()), f"of {len(meant)}")
    sys.exit(2 if count["UNTOLD"] else 1 if count["SURVIVED"] or wrong else 0)


if __name__ == "__main__":
    main()
