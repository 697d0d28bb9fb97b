// Contrast of the oklch colours of tokens.css: oklch → OKLab → linear sRGB → WCAG relative luminance.

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

const luminanceOf = ([red, green, blue]: readonly number[]): number =>
  0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)

const ratio = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/** WCAG 2.2 contrast ratio, 1 to 21. */
export const contrast = (one: Oklch, other: Oklch): number =>
  ratio(luminanceOf(linearRgb(one)), luminanceOf(linearRgb(other)))

const encoded = (linear: number): number => (linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055)
const decoded = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Contrast of a colour with the ground on which it is painted with this opacity. */
export function contrastOn(ground: Oklch, colour: Oklch, opacity: number): number {
  const [below, above] = [linearRgb(ground), linearRgb(colour)]
  const mixed = above.map((channel, i) => decoded(encoded(channel) * opacity + encoded(below[i] ?? 0) * (1 - opacity)))
  return ratio(luminanceOf(mixed), luminanceOf(below))
}

const NUMBERS = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: / [\d.]+)?\)`
const PAIR = new RegExp(String.raw`--color-([a-z-]+): light-dark\(${NUMBERS}, ${NUMBERS}\);`, 'g')

export type Theme = 'light' | 'dark'

/** The colours of a style sheet that are light-dark() pairs in oklch. */
export function coloursIn(css: string): (name: string, theme: Theme) => Oklch {
  const colours = new Map(
    [...css.matchAll(PAIR)].map(([, name = '', ...numbers]) => {
      const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = numbers.map(Number)
      return [name, { light: { l: l1, c: c1, h: h1 }, dark: { l: l2, c: c2, h: h2 } }] as const
    }),
  )
  return (name, theme) => {
    const pair = colours.get(name)
    if (!pair) throw new Error(`there is no --color-${name} that is a light-dark() pair in oklch`)
    return pair[theme]
  }
}
