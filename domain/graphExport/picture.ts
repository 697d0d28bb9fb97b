import { visibleText } from '#words/visible.ts'

/** Positioned boxes and lines of any picture, independent of the output format. */
export type Picture = {
  width: number
  height: number
  boxes: PictureBox[]
  lines: PictureLine[]
}

export type PictureBox = {
  x: number
  y: number
  w: number
  h: number
  /** The first line is the name. */
  lines: string[]
  /** A `frame` contains other boxes, with its name at the top. */
  look: 'card' | 'group' | 'frame' | 'focus'
}

export type PictureLine = {
  /** Corner points; the two end points if `isCurved`. */
  points: number[]
  isCurved: boolean
  isDashed: boolean
}

/** Colours as CSS values. */
export type PictureColors = {
  ground: string
  surface: string
  sunken: string
  line: string
  ink: string
  muted: string
  accent: string
  edge: string
}

const MARGIN = 16
export const NAME_PX = 13
export const KIND_PX = 11
const PAD = 10

/** Position of each text of a box: its baseline and font size. */
export const textsOf = ({
  lines,
  h,
  look,
}: PictureBox): { text: string; dy: number; px: number; isBold: boolean }[] => {
  const shown = look === 'frame' ? lines.slice(0, 1) : lines.slice(0, h < 34 ? 1 : 2)
  const whole = shown.length === 1 ? NAME_PX : NAME_PX + 4 + KIND_PX
  const top = look === 'frame' ? 17 : (h - whole) / 2 + NAME_PX - 2
  return shown.map((text, i) => ({
    text,
    dy: top + i * (KIND_PX + 5),
    px: i === 0 ? NAME_PX : KIND_PX,
    isBold: i === 0,
  }))
}

/** Escapes a text for XML: without forbidden, special or direction-changing characters. */
const xml = (text: string): string =>
  visibleText(text.toWellFormed())
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

const rounded = (value: number): string => String(Math.round(value * 10) / 10)

/** The path of a line: right-angled along its corners, or one curve. */
export function pathOf({ points, isCurved }: PictureLine): string {
  const corners = Array.from(
    { length: points.length / 2 },
    (_, i) => [points[2 * i] ?? 0, points[2 * i + 1] ?? 0] as const,
  )
  const [[x1, y1] = [0, 0], [x2, y2] = [0, 0]] = [corners[0], corners.at(-1)]
  if (isCurved) {
    const middle = (x1 + x2) / 2
    return `M${rounded(x1)} ${rounded(y1)}C${[middle, y1, middle, y2, x2, y2].map(rounded).join(' ')}`
  }
  return corners.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('')
}

/** The picture as SVG for any browser or drawing program. `fit` shortens a text to a width in pixels. */
export function asSvg(
  { width, height, boxes, lines }: Picture,
  title: string,
  colors: PictureColors,
  fit: (text: string, room: number, px: number, isBold: boolean) => string,
): string {
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN].map(rounded)
  const looks = {
    card: `fill="${colors.surface}" stroke="${colors.line}"`,
    group: `fill="${colors.sunken}" stroke="${colors.line}" stroke-dasharray="4 2"`,
    frame: `fill="none" stroke="${colors.line}"`,
    focus: `fill="${colors.surface}" stroke="${colors.accent}" stroke-width="2"`,
  }
  const box = (each: PictureBox): string => {
    const { x, y, look } = each
    const texts = textsOf(each).map(
      ({ text, dy, px, isBold }) =>
        `<text x="${rounded(x + PAD)}" y="${rounded(y + dy)}" font-size="${px}" fill="${isBold ? colors.ink : colors.muted}"${isBold ? ' font-weight="600"' : ''}>${xml(fit(text, each.w - 2 * PAD, px, isBold))}</text>`,
    )
    return `<g><title>${each.lines.map(xml).join('\n')}</title><rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(each.w)}" height="${rounded(each.h)}" rx="6" ${looks[look]}/>${texts.join('')}</g>`
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${-MARGIN} ${-MARGIN} ${w} ${h}" font-family="system-ui, sans-serif">`,
    `<title>${xml(title)}</title>`,
    `<defs><marker id="end" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="${colors.edge}"/></marker></defs>`,
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${w}" height="${h}" fill="${colors.ground}"/>`,
    ...boxes.filter(({ look }) => look === 'frame').map(box),
    ...lines.map(
      (line) =>
        `<path d="${pathOf(line)}" fill="none" stroke="${colors.edge}" stroke-width="1.5"${line.isDashed ? ' stroke-dasharray="6 4"' : ''} marker-end="url(#end)"/>`,
    ),
    ...boxes.filter(({ look }) => look !== 'frame').map(box),
    '</svg>',
    '',
  ].join('\n')
}

export const PICTURE_MARGIN = MARGIN
export const PICTURE_PAD = PAD
