// Contrast of oklch colours, for the test of tokens.css: oklch → OKLab → linear sRGB → WCAG relative luminance.

export type Oklch = { l: number; c: number; h: number }

/** Linear sRGB of an oklch colour, clipped to what a screen of that space can show. */
function linearRgb({ l, c, h }: Oklch): [number, number, number] {
  const angle = (h * Math.PI) / 180
  const a = c * Math.cos(angle)
  const b = c * Math.sin(angle)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (channel: number): number => Math.min(1, Math.max(0, channel))
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [bright, dark] = [luminance(one), luminance(other)].sort((x, y) => y - x)
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
