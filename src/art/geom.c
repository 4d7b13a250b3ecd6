/* geom.c - see geom.h. */
#include "art/geom.h"

#include "base/hash.h"

point point_turn(point p, int quarters)
{
    for (quarters &= 3; quarters; quarters--) p = point_of(100 - p.y, p.x);
    return p;
}

void line_add(line *l, point p)
{
    assert(l->n < LINE_POINTS);
    l->p[l->n++] = p;
}

/* How far along a..b lies the place next to p, 0 to 1. */
static double segment_part(point p, point a, point b)
{
    double vx = b.x - a.x, vy = b.y - a.y, l = vx * vx + vy * vy;
    return l > 0 ? within(((p.x - a.x) * vx + (p.y - a.y) * vy) / l, 0, 1) : 0;
}

static double segment_square(point p, point a, point b)
{
    point q = point_mix(a, b, segment_part(p, a, b));
    return (p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y);
}

double segment_distance(point p, point a, point b)
{
    return root(segment_square(p, a, b));
}

double line_distance(const line *l, point p)
{
    double d = 1e9;
    for (int i = 1; i < l->n; i++) d = least(d, segment_square(p, l->p[i - 1], l->p[i]));
    return root(d);
}

point line_next(const line *l, point p)
{
    double best = 1e9;
    point found = l->p[0];
    for (int i = 1; i < l->n; i++) {
        point q = point_mix(l->p[i - 1], l->p[i], segment_part(p, l->p[i - 1], l->p[i]));
        if (distance(p, q) < best) best = distance(p, q), found = q;
    }
    return found;
}

bool line_holds(const line *polygon, point p)
{
    bool in = false;
    for (int i = 0, j = polygon->n - 1; i < polygon->n; j = i++) {
        point a = polygon->p[i], b = polygon->p[j];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) in = !in;
    }
    return in;
}

void line_clip(line *polygon, double nx, double ny, double c)
{
    line out = {0};
    for (int i = 0; i < polygon->n; i++) {
        point a = polygon->p[i], b = polygon->p[(i + 1) % polygon->n];
        double da = nx * a.x + ny * a.y - c, db = nx * b.x + ny * b.y - c;
        if (da <= 0) line_add(&out, a);
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) line_add(&out, point_mix(a, b, da / (da - db)));
    }
    *polygon = out;
}

point line_normal(const line *l, int i)
{
    point d = direction(l->p[i > 0 ? i - 1 : 0], l->p[i + 1 < l->n ? i + 1 : i]);
    return point_of(d.y, -d.x);
}

void curve_turn(curve *c, int quarters)
{
    for (int i = 0; i < c->n; i++) c->p[i] = point_turn(c->p[i], quarters);
}

void curve_sample(const curve *c, int steps, line *dst)
{
    dst->n = 0;
    line_add(dst, c->p[0]);
    for (int i = 0; i + 3 < c->n; i += 3)
        for (int k = 1; k <= steps; k++) {
            double t = (double)k / steps, u = 1 - t;
            double a = u * u * u, b = 3 * u * u * t, d = 3 * u * t * t, e = t * t * t;
            const point *q = c->p + i;
            line_add(dst, point_of(a * q[0].x + b * q[1].x + d * q[2].x + e * q[3].x,
                                   a * q[0].y + b * q[1].y + d * q[2].y + e * q[3].y));
        }
}

double dice_unit(dice *d)
{
    d->s += 0x9e3779b97f4a7c15u;
    return (double)(hash_add(hash_start(), d->s) >> 11) / 9007199254740992.0;
}

double dice_range(dice *d, double low, double high)
{
    return low + (high - low) * dice_unit(d);
}

int dice_below(dice *d, int n)
{
    return (int)(dice_unit(d) * n);
}

bool dice_chance(dice *d, double p)
{
    return dice_unit(d) < p;
}

u64 seed_of(u64 a, u64 b, u64 c)
{
    return hash_add(hash_add(hash_add(hash_start(), a), b), c);
}

double unit_at(int x, int y, int channel)
{
    return (double)(seed_of((u64)(int64_t)x, (u64)(int64_t)y, (u64)channel) >> 11) / 9007199254740992.0;
}
