/* geom.h - points, polylines, curves and seeded dice for the pictures. Lengths are in hundredths of a tile, y grows south.
 * Only + - * / and square roots, so that every machine draws the same. For src/art alone. */
#ifndef AUDE_ART_GEOM_H
#define AUDE_ART_GEOM_H

#include "base/base.h"

typedef struct point {
    double x, y;
} point;

enum { LINE_POINTS = 64, CURVE_POINTS = 16 };

/* A polyline, or a polygon that closes itself. */
typedef struct line {
    int n;
    point p[LINE_POINTS];
} line;

/* Cubic pieces: start, then two handles and an end for each. */
typedef struct curve {
    int n;
    point p[CURVE_POINTS];
} curve;

static inline double least(double a, double b)
{
    return a < b ? a : b;
}

static inline double most(double a, double b)
{
    return a > b ? a : b;
}

static inline double size_of(double x)
{
    return x < 0 ? -x : x;
}

static inline double within(double x, double low, double high)
{
    return most(low, least(high, x));
}

static inline point point_of(double x, double y)
{
    return (point){x, y};
}

static inline point point_mix(point a, point b, double t)
{
    return point_of(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t);
}

static inline double root(double x)
{
    return __builtin_sqrt(x);
}

/* The next integer below. */
static inline double whole(double x)
{
    double n = (double)(long)x;
    return n > x ? n - 1 : n;
}

/* Sine of an angle in full turns. */
static inline double wave(double turns)
{
    double t = turns - whole(turns); /* 0..1 */
    double sign = t < 0.5 ? 1 : -1;
    t = t < 0.5 ? t : t - 0.5;
    double x = (t < 0.25 ? t : 0.5 - t) * 6.283185307179586, q = x * x;
    return sign * x * (1 - q / 6 * (1 - q / 20 * (1 - q / 42 * (1 - q / 72 * (1 - q / 110)))));
}

static inline double distance(point a, point b)
{
    return root((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

point point_turn(point p, int quarters); /* clockwise about the middle of the tile */
/* A vector of length 1 from a to b; (0, 1) where they are one. */
static inline point direction(point a, point b)
{
    double l = distance(a, b);
    return l > 0 ? point_of((b.x - a.x) / l, (b.y - a.y) / l) : point_of(0, 1);
}

void line_add(line *l, point p);
double segment_distance(point p, point a, point b);
double line_distance(const line *l, point p);
/* The point of a line next to p. */
point line_next(const line *l, point p);
bool line_holds(const line *polygon, point p);
/* The part of a convex polygon where nx * x + ny * y <= c. */
void line_clip(line *polygon, double nx, double ny, double c);
/* A vector at vertex i across the line, to the left of its course. */
point line_normal(const line *l, int i);

void curve_turn(curve *c, int quarters);
void curve_sample(const curve *c, int steps, line *dst);

/* Deterministic chance: a stream, and a value of a place. */
typedef struct dice {
    u64 s;
} dice;

double dice_unit(dice *d); /* 0 <= x < 1 */
double dice_range(dice *d, double low, double high);
int dice_below(dice *d, int n);
bool dice_chance(dice *d, double p);
u64 seed_of(u64 a, u64 b, u64 c);
double unit_at(int x, int y, int channel);

#endif
