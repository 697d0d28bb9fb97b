import { z } from 'zod'
import type { StackDetail } from '#contract/stacks.ts'

/** What the graph can be coloured by, with the sentence for nothing to colour; `status` unless one is chosen. */
export const OVERLAYS = {
  status: { title: 'status', nothing: 'No problems.' },
  update: { title: 'an update', nothing: 'It changed nothing.' },
  diff: { title: 'two versions', nothing: 'No differences.' },
  pending: { title: 'pending operations', nothing: 'No pending operations.' },
  integrity: {
    title: 'integrity problems',
    nothing: 'No broken references, duplicate URNs, cycles or entries out of order.',
  },
  alarms: { title: 'open alarms', nothing: 'No open alarms.' },
  age: { title: 'last change', nothing: 'The state has no dates.' },
  durations: { title: 'durations', nothing: 'No durations were recorded.' },
  type: { title: 'type', nothing: 'No types.' },
  provider: { title: 'provider', nothing: 'No provider is used.' },
} as const
export type OverlayKind = keyof typeof OVERLAYS
export const OVERLAY_KINDS = Object.keys(OVERLAYS) as OverlayKind[]

/** A chosen overlay: that of an update with its version, a comparison with both; without versions the newest. */
export type OverlayChoice = { kind: OverlayKind; from?: number | undefined; version?: number | undefined }

const Kind = z.enum(OVERLAY_KINDS).catch('status')
const Version = z.coerce.number().int().min(0).max(999_999_999).optional().catch(undefined)

/** Whether the operations that an ended update left have a strip above the picture: the state has no place for creates. */
export const hasStrip = ({ kind }: OverlayChoice, detail: StackDetail | undefined): detail is StackDetail =>
  (kind === 'status' || kind === 'pending') &&
  detail !== undefined &&
  detail.pendingCount > 0 &&
  detail.lastUpdate?.status !== 'running'

/** `update.7`, `diff.3.7`, `age`; anything invalid is the status. */
export function readOverlay(text: string | null): OverlayChoice {
  const [kind, first, second] = (text ?? '').split('.')
  const choice = Kind.parse(kind)
  if (choice === 'diff') return { kind: choice, from: Version.parse(first), version: Version.parse(second) }
  if (choice === 'update' || choice === 'durations') return { kind: choice, version: Version.parse(first) }
  return { kind: choice }
}

/**
 * The version whose state is drawn under an overlay: the one that its update left, or the later one of two. Undefined for
 * the current state, which is also that of the newest update.
 */
export function pastVersion({ version }: OverlayChoice, newest: number): number | undefined {
  return version !== undefined && version > 0 && version < newest ? version : undefined
}

/** Its form in the address; undefined for the default. */
export function overlayText({ kind, from, version }: OverlayChoice): string | undefined {
  if (kind === 'status') return undefined
  return [kind, from, version].filter((part) => part !== undefined).join('.')
}

/** The address with another overlay. A filter by a class of the former one is dropped. */
export function withOverlay(search: URLSearchParams, choice: OverlayChoice): URLSearchParams {
  const next = new URLSearchParams(search)
  const text = overlayText(choice)
  if (text === undefined) next.delete('overlay')
  else next.set('overlay', text)
  next.delete('is')
  return next
}
