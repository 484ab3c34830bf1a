#!/usr/bin/env python3
"""How soon an answer is seen on every screen of a table: twelve seats and a hundred viewers, beside boardgame.io.

`kitpress host` serves a table of twelve; another server is a minimal one on boardgame.io that does the same (hands that
only their owner sees, everybody answers a number in secret, the last answer counts them). One process holds all screens
of a server, over loopback: the seats answer one after the other, and the clock stops when the last of the screens has the
view with the answer in it. Screens of ours do as the page does: they listen to the stream of views, which sends
who has not answered where nothing else is new, and whoever has answered asks for the view once more. Those of boardgame.io
take what the server sends and do nothing with it. Servers take turns. Memory is what the server's process holds at its most (VmHWM).

    python3 benches/phones.py [--rounds 40] [--viewers 100] [--turns 3] [--binary PATH]

Needs a release build (`cargo build --release`), node with npm (boardgame.io is installed into a temporary folder), and a
/proc folder.
"""
import argparse, json, os, pathlib, shutil, socket, statistics, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent
CARGO_OUT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target"))
RIVAL = "boardgame.io@0.50.2"
SEATS = [f"P{n}" for n in range(12)]

KIT = """
[kit]
id = "load"
title = "Load"
players = [2, 12]

[[component]]
id = "card"
kind = "cards"
size = "poker"
front = "card.svg"
vary = { number = [%s] }

[table]
rounds = 1000

[[table.deck]]
id = "deck"
component = "card"

[[table.hand]]
deck = "deck"
count = 5

[[table.score]]
id = "points"
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88"/>'


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def most_memory(pid):
    """The most that a process ever held, in MB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def load(node, folder, kind, told, args):
    """Answers, in milliseconds each."""
    command = [node, str(folder / "load.cjs"), kind, json.dumps(told), str(args.rounds), str(args.viewers)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=600)
    return json.loads(done.stdout)


def ours(node, folder, args):
    with tempfile.TemporaryDirectory() as work:
        kit = pathlib.Path(work) / "load"
        kit.mkdir()
        (kit / "kit.toml").write_text(KIT % ", ".join(str(n) for n in range(120)))
        (kit / "card.svg").write_text(CARD)
        command = [args.binary, "host", str(kit), "--players", ",".join(SEATS), "--json", "--bind", "127.0.0.1"]
        command += ["--port", "0", "--table", str(pathlib.Path(work) / "load.table")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "KITPRESS_DATA": work})
        try:
            told = json.loads(server.stdout.readline())
            key = lambda address: address.split("#")[1]
            at = {"at": told["url"][len("http://"):].rstrip("/"), "code": told["code"], "host": key(told["host"])}
            times = load(node, folder, "kitpress", {**at, "seats": {n: key(a) for n, a in told["seats"].items()}}, args)
            return times, most_memory(server.pid)
        finally:
            server.kill()
            server.wait()


def rival(node, folder, args):
    port, lobby = free_port(), free_port()
    command = [node, str(folder / "server.cjs"), str(port), str(lobby)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "NODE_ENV": "production"})
    try:
        for _ in range(200):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", lobby)) == 0:
                    break
            time.sleep(0.05)
        times = load(node, folder, "rival", {"at": f"127.0.0.1:{port}", "lobby": f"127.0.0.1:{lobby}"}, args)
        return times, most_memory(server.pid)
    finally:
        server.kill()
        server.wait()


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--rounds", type=int, default=40)
    args.add_argument("--viewers", type=int, default=100)
    args.add_argument("--turns", type=int, default=3)
    args.add_argument("--binary", default=str(CARGO_OUT / "release" / "kitpress"))
    args = args.parse_args()
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        sys.exit("install node and npm first")
    if not pathlib.Path(args.binary).exists():
        sys.exit("build first: cargo build --release")
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        for name in ("server.cjs", "load.cjs"):
            shutil.copy(HERE / "phones" / name, folder)
        (folder / "package.json").write_text("{}")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run([npm, "install", "--no-audit", "--no-fund", RIVAL], cwd=folder, check=True, timeout=600, **quiet)
        runs = {"kitpress host": [], "boardgame.io": []}
        for _ in range(args.turns):
            runs["kitpress host"].append(ours(node, folder, args))
            runs["boardgame.io"].append(rival(node, folder, args))
    print(f"{len(SEATS)} seats and {args.viewers} viewers, {args.turns} times {args.rounds} rounds")
    print(f"{'':16}{'answers':>9}{'p50 ms':>9}{'p99 ms':>9}{'worst ms':>10}{'memory MB':>11}")
    for name, all_runs in runs.items():
        times = sorted(t for run, _ in all_runs for t in run)
        at = lambda share: times[min(len(times) - 1, int(len(times) * share))]
        memory = statistics.median(m for _, m in all_runs)
        print(f"{name:16}{len(times):9}{at(0.5):9.1f}{at(0.99):9.1f}{times[-1]:10.1f}{memory:11.1f}")


if __name__ == "__main__":
    main()
