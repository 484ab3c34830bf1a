#!/usr/bin/env python3
"""Sets the CPU time of `kitpress check` beside that of a plain `kitpress print` of the same kit.

`check` looks at every language and ink; `print` prints one. Kits: the 250-card deck, the shipped kits, and 235 cards
that show a drawing each, as Inkscape writes them: groups in groups, styles, gradients by reference, transforms, clips,
a few blurs, 20 to 200 kB a file, made here and always the same. Programs run in turns on one core, without threads;
the figures are the least of all rounds, which a busy machine disturbs least.

    python3 benches/check.py [--rounds 15] [--against OTHER-KITPRESS]

Needs a release build (`cargo build --release`).
"""
import argparse, json, math, os, pathlib, random, subprocess, tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
CARGO_OUT = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
KITPRESS = CARGO_OUT / "release" / "kitpress"
DRAWINGS = 235
CARD = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect x="-3" y="-3" width="69" height="94" fill="#f4ead5"/>
<image href="art/{{ row.art }}.svg" x="4" y="14" width="55" height="55"/>
{{ textbox(text=row.title, x=5, y=4, w=53, h=9, size=11, align="center", valign="middle", weight=700) }}
{{ textbox(text=row.text, x=5, y=71, w=53, h=13, size=8, align="center", valign="middle") }}
</svg>"""
BACK = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
<rect x="-3" y="-3" width="69" height="94" fill="#24344d"/><circle cx="31.5" cy="44" r="20" fill="#c9a227"/></svg>"""
MANIFEST = """[kit]
id = "drawings"
title = { en = "Drawings" }
languages = ["en"]

[[component]]
id = "card"
kind = "cards"
size = "63x88mm"
front = "card.svg"
back = "back.svg"
rows = "cards.csv"
"""


def blob(dice, x, y, r):
    """A closed outline of curves, in relative steps as Inkscape writes them."""
    steps = dice.randint(5, 24)
    ring = [(r * dice.uniform(.6, 1), 2 * math.pi * n / steps) for n in range(steps)]
    points = [(x + far * math.cos(a), y + far * math.sin(a)) for far, a in ring]
    out, (px, py) = [f"m {points[0][0]:.6f},{points[0][1]:.6f} c"], points[0]
    for qx, qy in points[1:] + points[:1]:
        dx, dy, bend = qx - px, qy - py, dice.uniform(-.3, .3)
        pairs = [(dx / 3 - dy * bend, dy / 3 + dx * bend), (dx * 2 / 3 - dy * bend, dy * 2 / 3 + dx * bend), (dx, dy)]
        out += [f"{a:.6f},{b:.6f}" for a, b in pairs]
        px, py = qx, qy
    return " ".join(out) + " z"


def drawing(number):
    """One drawing."""
    dice = random.Random(number)
    color = lambda: f"#{dice.randrange(1 << 24):06x}"
    wanted = int(20_000 * 10 ** dice.random())
    defs, body, size, ids = [], [], 0, 0
    for n in range(dice.randint(3, 12)):
        stops = "".join(
            f'<stop id="stop{n}{i}" offset="{i / 2}" style="stop-color:{color()};stop-opacity:{dice.choice([1, 1, .4])};" />'
            for i in range(3))
        kind, place = (("linear", f'x1="{dice.uniform(0, 99):.5f}" y1="0" x2="150" y2="{dice.uniform(50, 200):.5f}"')
                       if n % 2 else ("radial", f'cx="100" cy="90" fx="100" fy="90" r="{dice.uniform(40, 120):.5f}"'))
        defs.append(f'<linearGradient inkscape:collect="always" id="stops{n}">{stops}</linearGradient>'
                    f'<{kind}Gradient xlink:href="#stops{n}" id="paint{n}" gradientUnits="userSpaceOnUse" {place} '
                    f'gradientTransform="matrix(1,0,0,{dice.uniform(.6, 1.4):.5f},0,{dice.uniform(-5, 5):.5f})" />')
    defs.append('<clipPath clipPathUnits="userSpaceOnUse" id="clip"><circle cx="105" cy="105" r="95" /></clipPath>')
    defs.append('<filter inkscape:collect="always" id="blur" style="color-interpolation-filters:sRGB">'
                '<feGaussianBlur stdDeviation="1.5" /></filter>')
    layer = 0
    while size < wanted:
        layer += 1
        clip = ' clip-path="url(#clip)"' if layer % 4 == 0 else ""
        part = [f'<g inkscape:groupmode="layer" inkscape:label="Layer {layer}" id="layer{layer}"{clip}>']
        for _ in range(dice.randint(2, 6)):
            turn = dice.uniform(-.2, .2)
            part.append(f'<g id="g{ids}" transform="matrix({math.cos(turn):.7f},{math.sin(turn):.7f},'
                        f'{-math.sin(turn):.7f},{math.cos(turn):.7f},{dice.uniform(-9, 9):.5f},{dice.uniform(-9, 9):.5f})" '
                        f'style="opacity:{dice.choice([1, 1, 1, .8])}">')
            for _ in range(dice.randint(2, 12)):
                ids += 1
                fill = dice.choice([color(), color(), f"url(#paint{dice.randrange(3)})", "none"])
                line = color() if fill == "none" or dice.random() < .5 else "none"
                r = 60 * dice.random() ** 3 + 1
                part.append(
                    f'<path inkscape:connector-curvature="0" id="path{ids}" style="display:inline;fill:{fill};'
                    f'fill-opacity:1;fill-rule:evenodd;stroke:{line};stroke-width:{dice.uniform(.2, 1.5):.8f};'
                    f'stroke-linecap:round;stroke-linejoin:round;stroke-miterlimit:4;stroke-dasharray:none;stroke-opacity:1" '
                    f'd="{blob(dice, dice.uniform(10, 200), dice.uniform(10, 200), r)}" '
                    f'sodipodi:nodetypes="{"c" * 9}" />')
            part.append("</g>")
        part.append("</g>")
        body += part
        size += sum(map(len, part))
    if number % 16 == 0:
        body.append(f'<path style="fill:#000000;fill-opacity:0.4;filter:url(#blur)" d="{blob(dice, 105, 150, 30)}" />')
    return ('<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape -->\n'
            '<svg xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" '
            'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:xlink="http://www.w3.org/1999/xlink" '
            'xmlns="http://www.w3.org/2000/svg" width="210mm" height="210mm" viewBox="0 0 210 210" version="1.1" '
            f'inkscape:version="0.92.4" sodipodi:docname="{number}.svg"><defs id="defs2">{"".join(defs)}</defs>'
            '<sodipodi:namedview id="base" pagecolor="#ffffff" bordercolor="#666666" inkscape:zoom="0.7" />'
            f'{chr(10).join(body)}</svg>')


def make_drawings(folder):
    """The kit of drawings."""
    (folder / "art").mkdir(parents=True)
    rows = ["name,art,title,text"]
    for n in range(DRAWINGS):
        (folder / "art" / f"d{n}.svg").write_text(drawing(n))
        rows.append(f"card-{n},d{n},Drawing {n},Take {n} more and put them beside the others")
    for name, text in [("kit.toml", MANIFEST), ("card.svg", CARD), ("back.svg", BACK), ("cards.csv", "\n".join(rows))]:
        (folder / name).write_text(text)


def cpu(command):
    """CPU seconds of a command."""
    pid = os.fork()
    if pid == 0:
        try:
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
        except (AttributeError, OSError):
            pass
        os.environ["RAYON_NUM_THREADS"] = "1"
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.execv(command[0], [str(word) for word in command])
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError(f"{' '.join(map(str, command))} failed")
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--against", help="another kitpress, whose `check` is timed, too")
    parser.add_argument("--keep", type=pathlib.Path, help="only make the kit of drawings, in this folder")
    options = parser.parse_args()
    if options.keep:
        return make_drawings(options.keep)
    with tempfile.TemporaryDirectory() as out:
        make_drawings(pathlib.Path(out) / "drawings")
        kits = json.loads(subprocess.run([KITPRESS, "kits", "--json"], capture_output=True, check=True).stdout)
        kits = {"deck": HERE / "deck", **{k["id"]: k["id"] for k in kits}, "235 drawings": pathlib.Path(out) / "drawings"}
        programs = [KITPRESS] + ([options.against] if options.against else [])
        print(f"{'':18}{'print ms':>9}" + f"{'check ms':>9}{'of print':>9}" * len(programs))
        for name, kit in kits.items():
            jobs = [[KITPRESS, "print", kit, "--lang", "en", "--out", out]] + [[p, "check", kit] for p in programs]
            runs = [[cpu(job) for job in jobs] for _ in range(options.rounds)]
            printed, *checked = [min(times) for times in zip(*runs)]
            shares = "".join(f"{c * 1000:9.0f}{c / printed:9.2f}" for c in checked)
            print(f"{name:18}{printed * 1000:9.0f}{shares}")


main()
