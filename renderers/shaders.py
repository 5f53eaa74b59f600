"""The programs that run per vertex and per pixel in `gl`, in GLSL 3.30."""

HEAD = "#version 330\n"

_PLACED = """
in vec3 at;
in vec4 row0, row1, row2, stretch;
uniform mat4 camera;
vec3 world(vec3 p) {
    vec4 q = vec4(p * stretch.xyz, 1.0);
    return vec3(dot(row0, q), dot(row1, q), dot(row2, q));
}
"""

_SURFACE_VERTEX = (
    _PLACED
    + """
in vec3 out_, uv;
in vec4 colour, second, look;
uniform mat4 light;
uniform vec3 towards;
uniform float offset;
out vec3 place, normal, shade_at;
out SURFACE surface;
flat out vec4 base;
flat out vec3 images;
#ifdef PATTERNED
flat out vec3 other;
#endif
void main() {
    place = world(at);
    vec3 n = normalize(out_ / stretch.xyz);
    normal = vec3(dot(row0.xyz, n), dot(row1.xyz, n), dot(row2.xyz, n));
    // The shadow is looked up a little off the surface, so that it does not fall on itself.
    vec4 s = light * vec4(place + normal * offset, 1.0);
    shade_at = s.xyz * 0.5 + 0.5;
    vec2 along = uv.z < 0.5 ? stretch.yz : uv.z < 1.5 ? stretch.xz : stretch.xy;
    float around = 6.2831853 * max(stretch.x, stretch.y);
    // Round bodies wear a whole number of repeats, so that no seam shows.
    vec2 one = uv.z > 2.5 ? vec2(uv.x * max(1.0, round(around / look.y)), uv.y * stretch.z / look.y)
                          : uv.xy * along / look.y;
#ifdef PATTERNED
    // A ball's way goes from pole to pole.
    vec2 one_way = vec2(uv.y, 1.0);
    if (uv.z > 3.5) one_way = vec2(uv.y / 3.14159265, 3.14159265);
    // Bodies that are put together of bands keep whole rows on each of them; a narrow one and the inside wear
    // none, where the image is plain.
    float rows = round(2.0 * stretch.z * one_way.y / look.w) * 0.5;
    vec2 two = uv.z < 2.1 ? uv.xy * along / look.w
             : uv.z < 2.5 || uv.x < -0.5 ? vec2(0.03)
             : vec2(uv.x * max(1.0, round(around / look.w)), 0.03 + rows * one_way.x);
    surface = vec4(one, two);
    other = second.rgb;
#else
    surface = one;
#endif
    images = vec3(look.x, look.z, stretch.w);
    base = colour;
    gl_Position = camera * vec4(place, 1.0);
}
"""
)

_LIT = """
uniform vec3 eye, key, sky_light, ground_light, towards, haze;
uniform vec2 haze_reach;
uniform vec4 height_map;
uniform float contact;
uniform float map_side;
uniform bool near_by;
uniform sampler2DShadow shadow;
uniform sampler2D heights;

float tap(vec2 base, float u, float v, float z) {
    return texture(shadow, vec3(base + vec2(u, v) / map_side, z));
}

float lit_share(vec3 p) {
    // A 3x3 filter in four bilinear looks; near by, where steps would show, a 5x5 filter in nine.
    vec2 uv = p.xy * map_side;
    vec2 base = floor(uv + 0.5);
    vec2 s = uv + 0.5 - base;
    base = (base - 0.5) / map_side;
    vec2 rim = abs(p.xy - 0.5);
    float inside = clamp(12.0 - 24.0 * max(rim.x, rim.y), 0.0, 1.0);
    // A loop, as both ways of a branch would be paid for.
    vec3 wx, wy, ox, oy;
    wx = near_by ? vec3(4.0 - 3.0 * s.x, 7.0, 1.0 + 3.0 * s.x) : vec3(3.0 - 2.0 * s.x, 1.0 + 2.0 * s.x, 0.0);
    wy = near_by ? vec3(4.0 - 3.0 * s.y, 7.0, 1.0 + 3.0 * s.y) : vec3(3.0 - 2.0 * s.y, 1.0 + 2.0 * s.y, 0.0);
    ox = near_by ? vec3((3.0 - 2.0 * s.x) / wx.x - 2.0, (3.0 + s.x) / 7.0, s.x / wx.z + 2.0)
                 : vec3((2.0 - s.x) / wx.x - 1.0, s.x / wx.y + 1.0, 0.0);
    oy = near_by ? vec3((3.0 - 2.0 * s.y) / wy.x - 2.0, (3.0 + s.y) / 7.0, s.y / wy.z + 2.0)
                 : vec3((2.0 - s.y) / wy.x - 1.0, s.y / wy.y + 1.0, 0.0);
    float sum = 0.0;
    int rows = near_by ? 3 : 2;
    for (int i = 0; i < rows; i++) {
        sum += wy.x * (wx.x * tap(base, ox.x, oy.x, p.z) + wx.y * tap(base, ox.y, oy.x, p.z));
        for (int k = 2; k < rows; k++) sum += wy.x * wx.z * tap(base, ox.z, oy.x, p.z);
        wy = wy.yzx;
        oy = oy.yzx;
    }
    return mix(1.0, sum / (near_by ? 144.0 : 16.0), inside);
}

float closed_in(vec3 p, vec3 n) {
    // How far the mean height around a place rises above it: dark feet, corners and hollows, on faces that
    // look up. Slanting ones look a little before them, or they would be darkened by what they belong to.
    vec2 uv = (p.xy - height_map.xy) * height_map.z + 0.5 + n.xy * height_map.w;
    float above = max(0.0, texture(heights, uv).r - p.z) / contact;
    vec2 rim = abs(uv - 0.5);
    above *= above;
    // Never more than so much: what lies deep in a hollow must still be told by its colour.
    return 0.6 * above / (above + 0.36) * clamp(12.0 - 24.0 * max(rim.x, rim.y), 0.0, 1.0);
}

vec3 shown(vec3 c) {
    // Linear up to 0.8, then a soft shoulder to 1; then sRGB, whose curve a square root is near enough to.
    vec3 over = max(c - 0.8, 0.0);
    return sqrt(min(c, 0.8) + over / (1.0 + 4.0 * over));
}
"""

_SURFACE_PIXEL = (
    _LIT
    + """
in vec3 place, normal, shade_at;
in SURFACE surface;
flat in vec4 base;
flat in vec3 images;
uniform sampler2DArray looks;
out vec4 pixel;
#ifdef PATTERNED
flat in vec3 other;
#endif
void main() {
    float tone = texture(looks, vec3(surface.xy, images.x)).r * 1.9921875;
    vec3 albedo = base.rgb * tone * tone;
#ifdef PATTERNED
    albedo = mix(base.rgb, other, texture(looks, vec3(surface.zw, images.y)).g) * tone * tone;
#endif
    vec3 n = normalize(normal);
    vec3 v = normalize(eye - place);
    float closed = closed_in(place, n) * clamp(n.z * 1.6 - 0.4, 0.0, 1.0);
    float direct = max(dot(n, towards), 0.0);
    float sun = lit_share(shade_at) * direct;
    vec3 around = mix(ground_light, sky_light, 0.5 + 0.5 * n.z) * (1.0 - 0.62 * closed);
    vec3 light = around + key * sun * (1.0 - 0.2 * closed);
    float gloss = images.z;
    float metal = step(0.5, gloss);
    vec3 h = normalize(v + towards);
    float spot = max(dot(n, h), 0.0);
    spot *= spot;
    spot *= spot;
    spot *= spot;
    spot *= spot;
    spot = spot * spot * sun * gloss * 0.5;
    float edge = 1.0 - max(dot(n, v), 0.0);
    float rim = edge * edge * edge * 0.10 * (1.0 - closed);
    vec3 r = reflect(-v, n);
    float mirror = clamp(0.36 + 1.43 * r.z, 0.0, 1.0) - 0.45 * clamp(2.5 * r.z - 1.375, 0.0, 1.0);
    albedo *= mix(1.0, 0.80 + 0.32 * mirror, metal);
    vec3 c = albedo * light + mix(vec3(1.0), albedo * 2.0, metal) * spot + sky_light * rim * 0.8;
    c = mix(c, base.rgb * 1.15 + 0.12, base.a);
    float far = smoothstep(haze_reach.x, haze_reach.y, length(place.xy - eye.xy));
    pixel = vec4(shown(mix(c, haze, far)), 1.0);
}
"""
)

_PLAIN, _PATTERNED = HEAD + "#define SURFACE vec2\n", HEAD + "#define PATTERNED\n#define SURFACE vec4\n"
SURFACES = (
    (_PLAIN + _SURFACE_VERTEX, _PLAIN + _SURFACE_PIXEL),
    (_PATTERNED + _SURFACE_VERTEX, _PATTERNED + _SURFACE_PIXEL),
)
"""Programs for parts in one colour, and for parts in two."""

DEPTH_VERTEX = HEAD + _PLACED + "void main() { gl_Position = camera * vec4(world(at), 1.0); }\n"
DEPTH_PIXEL = HEAD + "void main() {}\n"

ID_VERTEX = (
    HEAD
    + _PLACED
    + """
in vec4 second;
flat out uint name;
void main() { name = uint(second.w + 0.5); gl_Position = camera * vec4(world(at), 1.0); }
"""
)
ID_PIXEL = HEAD + "flat in uint name;\nout uint pixel;\nvoid main() { pixel = name; }\n"

SCREEN_VERTEX = (
    HEAD
    + """
out vec2 spot;
void main() {
    spot = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(spot, 0.9999999, 1.0);
}
"""
)

SKY_PIXEL = (
    HEAD
    + _LIT
    + """
in vec2 spot;
uniform vec3 right, up, forward, zenith;
out vec4 pixel;
void main() {
    vec3 way = normalize(forward + right * spot.x + up * spot.y);
    pixel = vec4(shown(mix(haze, zenith, smoothstep(-0.02, 0.55, way.z))), 1.0);
}
"""
)

BLUR_PIXEL = (
    HEAD
    + """
in vec2 spot;
uniform sampler2D source;
uniform vec2 step_;
uniform vec2 range;
out float pixel;
void main() {
    // A soft mean over 13 places in one direction; the range turns depth into height in the first pass.
    float sum = 0.0, whole = 0.0;
    for (int i = -6; i <= 6; i++) {
        float w = 1.0 - float(i * i) / 49.0;
        w = w * w;
        sum += w * texture(source, spot * 0.5 + 0.5 + step_ * float(i)).r;
        whole += w;
    }
    pixel = range.x + range.y * sum / whole;
}
"""
)

LETTERS_VERTEX = (
    HEAD
    + """
in vec2 corner;
in vec4 row0, row1, row2, stretch, ink;
uniform mat4 camera;
out vec3 place, normal;
out vec2 spot;
flat out vec3 colour;
void main() {
    // On the front (-y) face, a little before it.
    vec4 q = vec4((corner.x - 0.5) * stretch.x, -0.5 * stretch.y - stretch.w, corner.y * stretch.z, 1.0);
    place = vec3(dot(row0, q), dot(row1, q), dot(row2, q));
    normal = -vec3(row0.y, row1.y, row2.y);
    spot = corner;
    colour = ink.rgb;
    gl_Position = camera * vec4(place, 1.0);
}
"""
)
LETTERS_PIXEL = (
    HEAD
    + _LIT
    + """
in vec3 place, normal;
in vec2 spot;
flat in vec3 colour;
uniform sampler2D writing;
out vec4 pixel;
void main() {
    float ink = texture(writing, spot).r;
    vec3 n = normalize(normal);
    // Letters catch light without shadows, so that they stay readable.
    vec3 light = mix(ground_light, sky_light, 0.5) + key * (0.35 + 0.65 * max(dot(n, towards), 0.0)) * 0.8;
    float far = smoothstep(haze_reach.x, haze_reach.y, length(place.xy - eye.xy));
    pixel = vec4(shown(mix(colour * light, haze, far)), ink);
}
"""
)

HALO_VERTEX = (
    HEAD
    + """
in vec2 corner;
in vec4 middle, colour;
uniform mat4 camera;
uniform vec3 right, up;
out vec2 spot;
flat out vec3 shine;
void main() {
    spot = corner * 2.0 - 1.0;
    shine = colour.rgb * colour.a;
    gl_Position = camera * vec4(middle.xyz + (right * spot.x + up * spot.y) * middle.w, 1.0);
}
"""
)
HALO_PIXEL = (
    HEAD
    + """
in vec2 spot;
flat in vec3 shine;
out vec4 pixel;
void main() {
    float r = max(0.0, 1.0 - dot(spot, spot));
    pixel = vec4(shine * r * r * r * 0.55, 1.0);
}
"""
)
