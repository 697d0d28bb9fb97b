import {
  asSvg,
  pathOf,
  type Picture,
  PICTURE_MARGIN,
  PICTURE_PAD,
  type PictureBox,
  type PictureColors,
  textsOf,
} from '#domain/graphExport/picture.ts'
import { visibleText } from '#words/visible.ts'
import { paletteOf } from '../paint/palette.ts'
import { ALONE, fitName, measureBy } from '../paint/texts.ts'

/** Longest side of a canvas that browsers can draw. */
const LONGEST = 8_000
/** Image pixels for one pixel of the picture, if the limit allows. */
const SHARP = 2

/** The colours of the theme in a form that every program reads, and texts cut to fit. */
function toolsOf(element: Element) {
  const palette = paletteOf(element)
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!probe) throw new Error('This browser can’t draw the graph.')
  const hex = (color: string): string => {
    probe.fillStyle = color
    probe.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data
    return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
  const colors: PictureColors = {
    ground: hex(palette.canvas),
    surface: hex(palette.surface),
    sunken: hex(palette.sunken),
    line: hex(palette['line-strong']),
    ink: hex(palette.ink),
    muted: hex(palette.muted),
    accent: hex(palette.accent),
    edge: hex(palette.control),
  }
  const measure = measureBy(probe, palette.family)
  const fit = (text: string, room: number, px: number, isBold: boolean): string =>
    fitName(visibleText(text), ALONE, room, (part) => measure(part, px, isBold))
  return { colors, fit, family: palette.family }
}

/** The picture as an SVG image, in the colours of the theme of `element`. */
export function svgOf(picture: Picture, title: string, element: Element): Blob {
  const { colors, fit } = toolsOf(element)
  return new Blob([asSvg(picture, title, colors, fit)], { type: 'image/svg+xml' })
}

/** The same as PNG. It is painted here, because the Content Security Policy forbids an image made from text. */
export async function pngOf(picture: Picture, element: Element): Promise<Blob> {
  const { colors, fit, family } = toolsOf(element)
  const [w, h] = [picture.width + 2 * PICTURE_MARGIN, picture.height + 2 * PICTURE_MARGIN]
  const scale = Math.min(SHARP, LONGEST / Math.max(w, h))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.ceil(w * scale),
    height: Math.ceil(h * scale),
  })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser can’t draw the graph.')
  context.setTransform(scale, 0, 0, scale, PICTURE_MARGIN * scale, PICTURE_MARGIN * scale)
  context.fillStyle = colors.ground
  context.fillRect(-PICTURE_MARGIN, -PICTURE_MARGIN, w, h)
  const isFrame = ({ look }: PictureBox) => look === 'frame'
  for (const box of picture.boxes.filter(isFrame)) paintBox(context, box, colors, fit, family)
  context.lineWidth = 1.5
  context.strokeStyle = colors.edge
  context.fillStyle = colors.edge
  for (const line of picture.lines) {
    context.setLineDash(line.isDashed ? [6, 4] : [])
    context.stroke(new Path2D(pathOf(line)))
    paintTip(context, line.points, line.isCurved)
  }
  context.setLineDash([])
  for (const box of picture.boxes.filter((each) => !isFrame(each))) paintBox(context, box, colors, fit, family)
  const { promise, resolve, reject } = Promise.withResolvers<Blob>()
  canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no image.'))), 'image/png')
  return promise
}

function paintBox(
  context: CanvasRenderingContext2D,
  box: PictureBox,
  colors: PictureColors,
  fit: ReturnType<typeof toolsOf>['fit'],
  family: string,
): void {
  const { x, y, w, h, look } = box
  context.beginPath()
  context.roundRect(x, y, w, h, 6)
  if (look !== 'frame') {
    context.fillStyle = look === 'group' ? colors.sunken : colors.surface
    context.fill()
  }
  context.lineWidth = look === 'focus' ? 2 : 1
  context.strokeStyle = look === 'focus' ? colors.accent : colors.line
  context.setLineDash(look === 'group' ? [4, 2] : [])
  context.stroke()
  context.setLineDash([])
  for (const { text, dy, px, isBold } of textsOf(box)) {
    context.font = `${isBold ? '600 ' : ''}${px}px ${family}`
    context.fillStyle = isBold ? colors.ink : colors.muted
    context.fillText(fit(text, w - 2 * PICTURE_PAD, px, isBold), x + PICTURE_PAD, y + dy)
  }
}

/** An arrow at the end, in the direction of the last segment; a curve ends horizontally. */
function paintTip(context: CanvasRenderingContext2D, points: readonly number[], isCurved: boolean): void {
  const [x2 = 0, y2 = 0] = points.slice(-2)
  const [x1 = 0, y1 = 0] = points.slice(-4, -2)
  const angle = isCurved ? 0 : Math.atan2(y2 - y1, x2 - x1)
  context.save()
  context.translate(x2, y2)
  context.rotate(angle)
  context.beginPath()
  context.moveTo(0, 0)
  context.lineTo(-7, -4)
  context.lineTo(-7, 4)
  context.fill()
  context.restore()
}
