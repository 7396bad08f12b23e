"""The line that lies between bounds of another clock, how sure it is, and its pieces: an oracle with exact fractions.

A bound is (g, lo, hi): what the other clock shows as g happened not before lo and not after hi; None is no bound of that side.
Written from the definition alone, as plain as it can be: hulls, all pairs of their vertices, all slopes.
"""
from fractions import Fraction


def hull(points, sign):
    """Vertices of the upper (sign 1) or lower (sign -1) hull of points sorted by x; of one x only the outermost counts."""
    out = []
    for x, y in points:
        if out and out[-1][0] == x:
            if (y - out[-1][1]) * sign <= 0:
                continue
            out.pop()
        while len(out) > 1 and ((out[-1][1] - out[-2][1]) * (x - out[-2][0]) - (y - out[-2][1]) * (out[-1][0] - out[-2][0])) * sign <= 0:
            out.pop()
        out.append((x, y))
    return out


class Hulls:
    def __init__(self, bounds):
        self.g0 = bounds[0][0]
        self.lower = hull([(g - self.g0, lo - self.g0) for g, lo, _ in bounds if lo is not None], 1)
        self.upper = hull([(g - self.g0, hi - self.g0) for g, _, hi in bounds if hi is not None], -1)
        bmax = [(Fraction(h - l, b - a), a, b, l) for a, l in self.lower for b, h in self.upper if a < b]
        bmin = [(Fraction(l - h, b - a), b, a, l) for a, h in self.upper for b, l in self.lower if a < b]
        self.bmax = min(bmax, key=lambda s: (s[0], s[1], s[2]), default=None)
        self.bmin = min(bmin, key=lambda s: (-s[0], s[1], s[2]), default=None)
        at = dict(self.upper)
        self.crossed = any(x in at and y > at[x] for x, y in self.lower)

    def refused(self):
        return self.crossed or bool(self.bmax and self.bmin and self.bmin[0] > self.bmax[0])


class Line:
    """The middle of the steepest and the flattest line that fit."""

    def __init__(self, hulls):
        self.hulls, self.g0 = hulls, hulls.g0
        (self.bmax, self.xmax, _, self.ymax), (self.bmin, self.xmin, _, self.ymin) = hulls.bmax, hulls.bmin

    def exact(self, g):
        x = g - self.g0
        return self.g0 + (self.ymax + self.bmax * (x - self.xmax) + self.ymin + self.bmin * (x - self.xmin)) / 2

    def __call__(self, g):
        return self.exact(g).__floor__()

    def range(self, g):
        """The least and the most that any line which fits has at g."""
        x, lower, upper = g - self.g0, self.hulls.lower, self.hulls.upper
        slopes = {self.bmin, self.bmax} | {
            Fraction(b[1] - a[1], b[0] - a[0]) for h in (lower, upper) for a, b in zip(h, h[1:])}
        slopes = [b for b in slopes if self.bmin <= b <= self.bmax]
        return (self.g0 + min(max(l - b * a for a, l in lower) + b * x for b in slopes),
                self.g0 + max(min(h - b * a for a, h in upper) + b * x for b in slopes))

    def uncertainty(self, g):
        lo, hi = self.range(g)
        return max(self.exact(g) - lo, hi - self.exact(g)).__floor__()


def line(bounds):
    """The line of these bounds, or None if none fits, or none is determined."""
    if not bounds:
        return None
    hulls = Hulls(bounds)
    return None if hulls.refused() or hulls.bmax is None or hulls.bmin is None else Line(hulls)


def pieces(bounds):
    """The bounds of each piece: always the longest prefix that a line fits."""
    out, at = [], 0
    while at < len(bounds):
        step, good = 1, 1
        while at + good < len(bounds) and not Hulls(bounds[at:at + good + step]).refused():
            good, step = min(len(bounds) - at, good + step), step * 2
        bad = min(len(bounds) - at + 1, good + step)
        while bad - good > 1:
            middle = (good + bad) // 2
            good, bad = (good, middle) if Hulls(bounds[at:at + middle]).refused() else (middle, bad)
        out.append(bounds[at:at + good])
        at += good
    return out


class Clock:
    """Pieces one after the other; straight from the end of one to the begin of the next."""

    def __init__(self, bounds):
        self.cuts, slope = [], Fraction(1)
        for piece in pieces(bounds):
            f = line(piece)
            if f is None:
                f = touching(piece, slope)
            else:
                slope = (f.bmax + f.bmin) / 2
            self.cuts.append((piece[0][0], piece[-1][0], f))

    def exact(self, g):
        before = None
        for begin, end, f in self.cuts:
            if g < begin and before:
                a, b = before
                return b(a) + Fraction((f.exact(begin) - b(a)) * (g - a), begin - a)
            if g <= end or f is self.cuts[-1][2]:
                return f.exact(g)
            before = end, f.exact
        return f.exact(g)

    def __call__(self, g):
        return self.exact(g).__floor__()

    def uncertainty(self, g):
        """Of the piece that g is in or before, at the end of the last one; 0 where no line is determined."""
        of = next((f for _, end, f in self.cuts if g <= end), self.cuts[-1][2])
        return of.uncertainty(g) if isinstance(of, Line) else 0


class touching:
    """A piece without a line of its own: of this slope, at its tightest bound."""

    def __init__(self, piece, slope):
        self.g0, self.slope = piece[0][0], slope
        los = [lo - self.g0 - slope * (g - self.g0) for g, lo, _ in piece if lo is not None]
        his = [hi - self.g0 - slope * (g - self.g0) for g, _, hi in piece if hi is not None]
        self.at = (max(los) + min(his)) / 2 if los and his else max(los) if los else min(his)

    def exact(self, g):
        return self.g0 + self.at + self.slope * (g - self.g0)

    def __call__(self, g):
        return self.exact(g).__floor__()
