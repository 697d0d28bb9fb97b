import type { Op, PropertyChange, StateMeta, StepMeta } from './eventShapes.ts'
import { maskProperties } from '../state/secrets.ts'
import { urnName } from '../state/urn.ts'

/**
 * The effect of an update on one resource. Values are masked; times are Unix seconds and some seconds late
 * (docs/protocol.md, Events).
 */
export type ChangeRow = {
  urn: string
  parent?: string
  type: string
  name: string
  op: Op
  /** `running` after an update was interrupted means that the outcome is unknown. */
  state: 'running' | 'done' | 'failed'
  diffs: string[]
  replaceKeys: string[]
  detailedDiff: Record<string, PropertyChange> | null
  old?: StateMeta
  new?: StateMeta
  startedAt?: number
  endedAt?: number
  messages: RowMessage[]
  /** Number of further messages, which only the log has. */
  messagesLeftOut?: number
  /** The provider's latest progress text, while it runs. */
  status?: string
}

export type RowMessage = { severity: string; text: string }

/** The steps of a replacement, weakest first: the row shows the strongest one seen (docs/protocol.md, Events). */
const REPLACEMENT_OPS = [
  'discard-replaced',
  'delete-replaced',
  'read-replacement',
  'import-replacement',
  'create-replacement',
  'replace',
]

const isReplacement = (op: Op) => REPLACEMENT_OPS.includes(op)

/** Returns the row after another step of its resource. */
export function advanced(row: ChangeRow | undefined, meta: StepMeta, state: ChangeRow['state'], at: number): ChangeRow {
  const before = row ?? emptyRow(meta)
  const op = mergedOp(row?.op, meta)
  const parent = meta.new?.parent || meta.old?.parent || before.parent
  const { old: _old, new: _new, ...rest } = before
  return {
    ...rest,
    ...statesOf(before, meta, op === meta.op, state),
    op,
    state: before.state === 'failed' ? 'failed' : state,
    diffs: meta.diffs?.length ? meta.diffs : before.diffs,
    replaceKeys: meta.keys?.length ? meta.keys : before.replaceKeys,
    detailedDiff: meta.detailedDiff ?? before.detailedDiff,
    ...(parent && { parent }),
    ...(before.startedAt === undefined && { startedAt: at }),
    ...(state !== 'running' && { endedAt: at }),
  }
}

/** A step that is only part of the operation shown in the row adds its data and removes nothing. */
function statesOf(before: ChangeRow, meta: StepMeta, isWhole: boolean, state: ChangeRow['state']) {
  const older = isWhole ? meta.old : (before.old ?? meta.old)
  const newer = isWhole || (state === 'done' && meta.new) ? meta.new : (before.new ?? meta.new)
  return { ...(older && { old: maskState(older) }), ...(newer && { new: maskState(newer) }) }
}

/** The row of a step of which nothing is known yet. */
export const emptyRow = ({ urn, type, op }: Pick<StepMeta, 'urn' | 'type' | 'op'>): ChangeRow => ({
  urn,
  type,
  name: urnName(urn),
  op,
  state: 'running',
  diffs: [],
  replaceKeys: [],
  detailedDiff: null,
  messages: [],
})

function mergedOp(before: Op | undefined, { op, old }: StepMeta): Op {
  if (before === undefined) return op
  if (isReplacement(before) && isReplacement(op)) {
    return REPLACEMENT_OPS.indexOf(op) > REPLACEMENT_OPS.indexOf(before) ? op : before
  }
  // Cleaning up an old entry is not a change of the live resource with the same URN.
  return op === 'delete' && old?.delete ? before : op
}

const maskState = (state: StateMeta): StateMeta => ({
  ...state,
  ...(state.inputs && { inputs: maskProperties(state.inputs) }),
  ...(state.outputs && { outputs: maskProperties(state.outputs) }),
})

/**
 * Counts operations as the engine's own summary does: a replacement once, when it is complete; without its single
 * steps, and without reads and refreshes.
 */
export function countRows(rows: Iterable<ChangeRow>): Record<Op, number> {
  const counts = new Map<Op, number>()
  for (const { op, state } of rows) {
    if (state === 'done' && !UNCOUNTED_OPS.has(op)) counts.set(op, (counts.get(op) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

const UNCOUNTED_OPS = new Set([
  'read',
  'refresh',
  'create-replacement',
  'read-replacement',
  'import-replacement',
  'delete-replaced',
  'discard-replaced',
])
