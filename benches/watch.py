#!/usr/bin/env python3
"""How long a save takes to reach the PDF and the page, beside a cold run of `kitpress print` on the same deck.

`kitpress watch` runs on a copy of the 250-card deck with its page open. One row of the table is changed and
saved; the clock stops when the new PDF is in place, and again when the page has been sent the new list of faces and
the one face that changed. In turns with that, `kitpress print` runs as a process of its own. The figures
are medians: seconds on the wall and of CPU time (for the watch, both its processes together).

    python3 benches/watch.py [--rounds 15] [--binary PATH]

Needs a release build (`cargo build --release`) and a /proc folder for the CPU times.
"""
import argparse, csv, json, os, pathlib, shutil, socket, statistics, subprocess, sys, tempfile, time, urllib.request

HERE = pathlib.Path(__file__).resolve().parent
CARGO_OUT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent / "target"))


def cpu_of(pids):
    """CPU seconds of processes, to a nanosecond where the kernel tells."""
    total = 0.0
    for pid in pids:
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0]) / 1e9
    return total



def descendants(pid):
    """A process and all below it; threads other than the first may have started some."""
    found = [pid]
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        found += [int(p) for p in (task / "children").read_text().split()]
    return found


class News:
    """The page's stream of news."""

    def __init__(self, port, key):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(f"GET /events?key={key} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self.lines = self.socket.makefile("rb")

    def next(self):
        for line in self.lines:
            if line.startswith(b"data: "):
                return json.loads(line[6:])


def get(port, path, key):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}?key={key}") as answer:
        return answer.read()


def cold(binary, deck, out):
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(binary, [binary, "print", str(deck), "--lang", "en", "--out", str(out)])
    _, status, usage = os.wait4(pid, 0)
    assert status == 0, "print failed"
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def save(path, rows):
    """As an editor saves: a new file, moved into place. When that happened."""
    part = path.with_name(".cards.csv.part")
    with open(part, "w", newline="", encoding="utf-8") as f:
        csv.writer(f).writerows(rows)
    saved = time.perf_counter()
    part.rename(path)
    return saved


def warm(deck, rows, title, pdf, port, key, news, known, pids):
    """One save: seconds until the PDF, until the page, and of CPU time."""
    before, cpu = pdf.stat().st_ino, cpu_of(pids)
    rows[100][3] = title
    start = save(deck / "cards.csv", rows)
    while pdf.stat().st_ino == before:
        time.sleep(0.0001)
    written = time.perf_counter() - start
    state = news.next()
    assert state["drawn"] <= 1 and not state["error"], state["drawn"]
    for face in {view["id"] for _, view in state["changed"]} - known:
        known.add(face)
        if face not in state["fresh"]:
            get(port, f"/face/en/full/{face}.svg", key)
    shown = time.perf_counter() - start
    return written, shown, cpu_of(pids) - cpu


def main():
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("--rounds", type=int, default=15)
    args.add_argument("--binary", default=str(CARGO_OUT / "release" / "kitpress"))
    args = args.parse_args()
    if not pathlib.Path(args.binary).exists():
        sys.exit("build first: cargo build --release")
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        deck = work / "deck"
        shutil.copytree(HERE / "deck", deck, ignore=shutil.ignore_patterns(".*"))
        rows = list(csv.reader(open(deck / "cards.csv", encoding="utf-8")))
        # Words that the deck has already, so that no letter is new; titles that it has not, since cards of one title are
        # numbered.
        used = {r[3] for r in rows[1:]}
        words = sorted({w for title in used for w in title.split()}, key=lambda w: (len(w), w))
        titles = (f"{a} {b}" for a in words for b in words if f"{a} {b}" not in used)
        rows[100][3] = next(titles)
        save(deck / "cards.csv", rows)
        fresh = iter("αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠ")
        command = [args.binary, "watch", str(deck), "--no-open", "--lang", "en", "--out", str(work / "watched")]
        watch = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = watch.stdout.readline().split("127.0.0.1:")[1].split(" ")[0]
            port, key = address.split("/#")
            watch.stdout.readline()
            pids = descendants(watch.pid)
            news = News(port, key)
            known = {v["id"] for v in news.next()["views"]}
            pdf = work / "watched" / "deck.en.a4.pdf"
            colds, warms, letters = [], [], []
            for _ in range(args.rounds):
                colds.append(cold(args.binary, deck, work / "cold"))
                warms.append(warm(deck, rows, next(titles), pdf, port, key, news, known, pids))
                letters.append(warm(deck, rows, next(fresh), pdf, port, key, news, known, pids))
                warm(deck, rows, next(titles), pdf, port, key, news, known, pids)
        finally:
            watch.terminate()
            watch.wait()
    median = lambda runs, i: statistics.median(r[i] for r in runs)
    wall, cpu = median(colds, 0), median(colds, 1)
    print(f"{'':34}{'PDF ms':>9}{'page ms':>9}{'CPU ms':>9}{'of cold':>9}{'of CPU':>9}")
    print(f"{'cold: kitpress print':34}{wall * 1e3:9.1f}{'':9}{cpu * 1e3:9.1f}")
    for name, runs in [("watch: a row saved", warms), ("watch: a row with a new letter", letters)]:
        w, s, c = (median(runs, i) for i in range(3))
        print(f"{name:34}{w * 1e3:9.1f}{s * 1e3:9.1f}{c * 1e3:9.1f}{s / wall:9.2f}{c / cpu:9.2f}")


if __name__ == "__main__":
    main()
