import type { FlowLine } from './flowLine.ts'

/** Opacity of the lines of other boxes. */
const FADED = 0.15

/** The lines while a box is pointed at: those of other boxes fade, unless it has none itself. */
export function withFaded(lines: readonly FlowLine[], pointed: string | undefined): readonly FlowLine[] {
  const isOwn = ({ from, to }: FlowLine) => from === pointed || to === pointed
  if (pointed === undefined || !lines.some(isOwn)) return lines
  return lines.map((line) => (isOwn(line) ? line : { ...line, opacity: Math.min(line.opacity ?? 1, FADED) }))
}
