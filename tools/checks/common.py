"""What the checks share: the files of the project, the layers, comment stripping, and how a finding is reported."""

import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.chdir(TOP)
BUILD = os.environ.get("AUDE_BUILD", "build/release")

findings = []


def find(path, line, text):
    """Records a finding; line may be 0 for the whole file."""
    findings.append((path, line, text))


def finish():
    for path, line, text in sorted(set(findings)):
        print(f"{path}:{line}: {text}" if line else f"{path}: {text}")
    sys.exit(1 if findings else 0)


def files():
    """The files that belong to the project: what git tracks or would add; without git, all but build/."""
    try:
        out = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], capture_output=True, check=True).stdout
        names = [n for n in out.decode().split("\0") if n]
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, below, here in os.walk("."):
            below[:] = [b for b in below if b not in (".git", "build", "node_modules", "__pycache__", ".hypothesis")]
            names += [os.path.normpath(os.path.join(folder, n)) for n in here]
    return sorted(n for n in set(names) if os.path.isfile(n))


def sources(suffixes=(".c", ".h"), below="src/"):
    return [n for n in files() if n.startswith(below) and n.endswith(suffixes)]


def read(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def words(path):
    """The first word of each line that is neither empty nor a comment, with its line number."""
    if not os.path.exists(path):
        return {}
    split = ((n, line.split("#")[0].split()) for n, line in enumerate(read(path).splitlines(), 1))
    return {w[0]: n for n, w in split if w}


class Layer:
    def __init__(self, level, name, traits):
        self.level, self.name, self.traits = level, name, traits


def layers():
    """tools/checks/layers as ({directory: Layer}, {(directory, allowed header)})."""
    found, allowed = {}, set()
    for line in read("tools/checks/layers").splitlines():
        w = line.split("#")[0].split()
        if w and w[0] == "allow":
            allowed.add((w[1], w[2]))
        elif w:
            found[w[1]] = Layer(int(w[0]), w[1], set(w[2:]))
    return found, allowed


def layer_of(path, known):
    """The layer of a path below src/ (without src/), the longest directory that matches; None if there is none."""
    folder = os.path.dirname(path)
    return known.get(folder)


_TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)


def code_only(text, keep_strings=False):
    """C text with comments (and strings) blanked, line numbers kept."""

    def blank(m):
        s = m.group(0)
        if s[0] == "/" or not keep_strings:
            return re.sub(r"[^\n]", " ", s)
        return s

    return _TOKEN.sub(blank, text)
