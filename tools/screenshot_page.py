"""screenshot_page.py WIDTH HEIGHT: a screen captured by `tmux capture-pane -e` as a web page, one box a character."""
import html
import re
import sys

width, height = int(sys.argv[1]), int(sys.argv[2])
LEVEL = (0, 95, 135, 175, 215, 255)


def colour(parameters):
    """The colour that `38` or `48` names; takes its parameters away."""
    if parameters.pop(0) == 2:
        rgb = parameters[:3]
        del parameters[:3]
        return "rgb({},{},{})".format(*rgb)
    n = parameters.pop(0)
    if n >= 232:
        return "rgb({0},{0},{0})".format(8 + 10 * (n - 232))
    n -= 16
    return f"rgb({LEVEL[n // 36]},{LEVEL[n // 6 % 6]},{LEVEL[n % 6]})"


ink = paper = None
bold = False
print(f"""<!DOCTYPE html><meta charset="utf-8"><style>
body {{ margin: 12px; background: #16161c; color: #d8d8de; font: 15px/19px "DejaVu Sans Mono", monospace; }}
div {{ height: 19px; white-space: pre; }} span {{ display: inline-block; width: 9px; height: 19px; overflow: hidden;
text-align: center; vertical-align: top; }}</style>""")
lines = sys.stdin.read().split("\n")[:height]
for line in lines:
    print("<div>", end="")
    for escape, text in re.findall(r"\x1b\[([0-9;]*)m|([^\x1b])", line):
        if text:
            style = (f"color:{ink};" if ink else "") + (f"background:{paper};" if paper else "")
            print(f'<span style="{style}{"font-weight:bold" if bold else ""}">{html.escape(text)}</span>', end="")
            continue
        parameters = [int(word or 0) for word in escape.split(";")]
        while parameters:
            what = parameters.pop(0)
            if what == 0:
                ink, paper, bold = None, None, False
            elif what == 1:
                bold = True
            elif what == 38:
                ink = colour(parameters)
            elif what == 48:
                paper = colour(parameters)
            elif what == 39:
                ink = None
            elif what == 49:
                paper = None
    print("</div>")
