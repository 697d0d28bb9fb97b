/**
 * The meaning of a colour. `waiting` says that a person is kept waiting, and nothing else; `disconnected` is the verdict
 * of a lease; `unknown` says that nothing is known, not that nothing is wrong.
 */
export type Tone = 'ok' | 'running' | 'attention' | 'waiting' | 'disconnected' | 'danger' | 'unknown'

/** Classes of a tone: text, background, border, and fill (bars, dots), which forced colours leave as it is. Written out so that Tailwind finds them. */
export const toneClasses = {
  ok: { text: 'text-ok', subtle: 'bg-ok-subtle', line: 'border-ok-line', fill: 'bg-ok forced-color-adjust-none' },
  running: {
    text: 'text-running',
    subtle: 'bg-running-subtle',
    line: 'border-running-line',
    fill: 'bg-running forced-color-adjust-none',
  },
  attention: {
    text: 'text-attention',
    subtle: 'bg-attention-subtle',
    line: 'border-attention-line',
    fill: 'bg-attention forced-color-adjust-none',
  },
  waiting: {
    text: 'text-waiting',
    subtle: 'bg-waiting-subtle',
    line: 'border-waiting-line',
    fill: 'bg-signal forced-color-adjust-none',
  },
  disconnected: {
    text: 'text-disconnected',
    subtle: 'bg-disconnected-subtle',
    line: 'border-disconnected-line',
    fill: 'bg-disconnected forced-color-adjust-none',
  },
  danger: {
    text: 'text-danger',
    subtle: 'bg-danger-subtle',
    line: 'border-danger-line',
    fill: 'bg-danger forced-color-adjust-none',
  },
  unknown: {
    text: 'text-unknown',
    subtle: 'bg-unknown-subtle',
    line: 'border-unknown-line',
    fill: 'bg-unknown forced-color-adjust-none',
  },
} as const satisfies Record<Tone, { text: string; subtle: string; line: string; fill: string }>

/** The class of a shape in an SVG: the text of `waiting` is nearly as dark as that of “attention”, and a shape may be brighter. */
export const shapeClass = (tone: Tone): string => (tone === 'waiting' ? 'text-signal' : toneClasses[tone].text)
