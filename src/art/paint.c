/* paint.c - see paint.h. */
#include "art/paint.h"

void paint_open(painter *p)
{
    p->n_text = p->n = 0;
    p->full = false;
}

static void pen_char(painter *p, char c)
{
    if (p->full) return;
    if (p->n_text == PAINT_TEXT) {
        p->full = true;
        p->daub[p->n - 1].size = 0;
        return;
    }
    p->text[p->n_text++] = c;
    p->daub[p->n - 1].size++;
}

static void pen_text(painter *p, const char *s)
{
    while (*s) pen_char(p, *s++);
}

static void pen_number(painter *p, int value)
{
    char digits[16];
    text t = text_into(digits, sizeof digits);
    text_int(&t, value);
    char last = p->n_text ? p->text[p->n_text - 1] : 'M';
    if (value >= 0 && last >= '0' && last <= '9') pen_char(p, ' ');
    pen_text(p, digits);
}

static void pen_command(painter *p, char c)
{
    if (p->mode != c) pen_char(p, c);
    p->mode = c;
}

static int thousandths(double v)
{
    return (int)whole(v * 10 + 0.5);
}

void paint_on(painter *p, int layer, int style)
{
    if (p->n == PAINT_PIECES) p->full = true;
    if (p->full) return;
    assert(layer >= 0 && layer < L_END && style >= 0 && style < N_STYLES);
    p->daub[p->n++] = (daub){(u16)layer, (u8)style, (u16)p->n_text, 0};
    p->mode = 0;
}

void paint_at(painter *p, int layer, int style, double x, double y, const char *path)
{
    paint_on(p, layer, style);
    pen_move(p, x, y);
    pen_text(p, path);
    p->mode = 0;
}

void pen_move(painter *p, double x, double y)
{
    p->x = p->x0 = thousandths(x), p->y = p->y0 = thousandths(y);
    p->mode = 0;
    pen_command(p, 'M');
    pen_number(p, p->x);
    pen_number(p, p->y);
}

void pen_to(painter *p, double x, double y)
{
    int dx = thousandths(x) - p->x, dy = thousandths(y) - p->y;
    if (!dx && !dy) return;
    pen_command(p, dy ? dx ? 'l' : 'v' : 'h');
    if (dx) pen_number(p, dx);
    if (dy) pen_number(p, dy);
    p->x += dx, p->y += dy;
}

void pen_cubic(painter *p, point a, point b, point c)
{
    point q[3] = {a, b, c};
    pen_command(p, 'c');
    for (int i = 0; i < 3; i++) {
        pen_number(p, thousandths(q[i].x) - p->x);
        pen_number(p, thousandths(q[i].y) - p->y);
    }
    p->x = thousandths(c.x), p->y = thousandths(c.y);
}

void pen_close(painter *p)
{
    pen_char(p, 'z');
    p->x = p->x0, p->y = p->y0;
    p->mode = 0;
}

void pen_dot(painter *p, double x, double y)
{
    pen_move(p, x, y);
    pen_text(p, "h0");
    p->mode = 'h';
}

void pen_line(painter *p, const line *l, bool close)
{
    pen_move(p, l->p[0].x, l->p[0].y);
    for (int i = 1; i < l->n; i++) pen_to(p, l->p[i].x, l->p[i].y);
    if (close) pen_close(p);
}

void pen_curve(painter *p, const curve *c)
{
    pen_move(p, c->p[0].x, c->p[0].y);
    for (int i = 1; i + 2 < c->n; i += 3) pen_cubic(p, c->p[i], c->p[i + 1], c->p[i + 2]);
}

void pen_ellipse(painter *p, double x, double y, double rx, double ry)
{
    int a = thousandths(rx), b = thousandths(ry);
    pen_move(p, x - a / 10.0, y);
    for (int half = 0; half < 2; half++) {
        pen_char(p, 'a');
        pen_number(p, a);
        pen_number(p, b);
        pen_text(p, " 0 1 0");
        pen_number(p, half ? -2 * a : 2 * a);
        pen_text(p, " 0");
    }
    pen_close(p);
}

void pen_capsule(painter *p, point a, point b, double radius)
{
    point d = direction(a, b), n = point_of(d.y * radius, -d.x * radius);
    int r = thousandths(radius);
    pen_move(p, a.x + n.x, a.y + n.y);
    for (int half = 0; half < 2; half++) {
        point from = half ? a : b, side = half ? point_of(-n.x, -n.y) : n;
        pen_to(p, from.x + side.x, from.y + side.y);
        pen_char(p, 'a');
        pen_number(p, r);
        pen_number(p, r);
        pen_text(p, " 0 0 1");
        int x = thousandths(from.x - side.x), y = thousandths(from.y - side.y);
        pen_number(p, x - p->x);
        pen_number(p, y - p->y);
        p->x = x, p->y = y, p->mode = 'a';
    }
    pen_close(p);
}

void path_points(text *t, const point *p, int n, bool close)
{
    int x = thousandths(p[0].x), y = thousandths(p[0].y);
    text_char(t, 'M');
    text_int(t, x);
    text_char(t, ' ');
    text_int(t, y);
    text_char(t, 'l');
    for (int i = 1; i < n; i++) {
        int X = thousandths(p[i].x), Y = thousandths(p[i].y);
        if (i > 1) text_char(t, ' ');
        text_int(t, X - x);
        text_char(t, ' ');
        text_int(t, Y - y);
        x = X, y = Y;
    }
    if (close) text_char(t, 'z');
}

/* Sorts keys that carry their index in the lower half; equal layers and styles stay in order. */
static void keys_sort(u64 *key, int n)
{
    u64 other[PAINT_PIECES];
    for (int width = 1; width < n; width *= 2) {
        for (int low = 0; low < n; low += 2 * width) {
            int middle = low + width < n ? low + width : n, high = low + 2 * width < n ? low + 2 * width : n;
            for (int i = low, j = middle, k = low; k < high; k++)
                other[k] = i < middle && (j == high || key[i] <= key[j]) ? key[i++] : key[j++];
        }
        memcpy(key, other, sizeof *key * (size_t)n);
    }
}

void paint_write(const painter *p, int from, int to, bool dark, text *out)
{
    u64 key[PAINT_PIECES];
    int n = 0;
    for (int i = 0; i < p->n; i++)
        if (p->daub[i].layer >= from && p->daub[i].layer < to && p->daub[i].size)
            key[n++] = (u64)p->daub[i].layer << 40 | (u64)p->daub[i].style << 32 | (u64)i;
    keys_sort(key, n);
    if (!n) return;
    text_str(out, "<g " STYLE_DEFAULTS ">");
    for (int i = 0; i < n; i++) {
        const daub *now = &p->daub[(u32)key[i]];
        if (!i || key[i] >> 32 != key[i - 1] >> 32) {
            if (i) text_str(out, "\"/>");
            text_str(out, "<path ");
            style_write(now->style, dark, out);
            text_str(out, "d=\"");
        }
        text_bytes(out, p->text + now->at, now->size);
    }
    text_str(out, "\"/></g>");
}
