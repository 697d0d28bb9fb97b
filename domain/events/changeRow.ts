import type { Op, PropertyChange, StateMeta, StepMeta } from './eventShapes.ts'
import { maskProperties } from '../state/secrets.ts'
import { urnName } from '../state/urn.ts'

/**
 * What an update does to one resource. Values are masked; times are unix seconds, some seconds late
 * (docs/protocol.md, Events).
 */
export type ChangeRow = {
  urn: string
  parent?: string
  type: string
  name: string
  op: Op
  /** A row that still runs after an update was interrupted: its outcome is unknown. */
  state: 'running' | 'done' | 'failed'
  diffs: string[]
  replaceKeys: string[]
  detailedDiff: Record<string, PropertyChange> | null
  old?: StateMeta
  new?: StateMeta
  startedAt?: number
  endedAt?: number
  messages: RowMessage[]
  /** Messages that only the log has: no one reads so many. */
  messagesLeftOut?: number
  /** The provider's latest word on how it is going, while it runs. */
  status?: string
}

export type RowMessage = { severity: string; text: string }

/** The steps of a replacement, weakest first: the row shows the strongest met (docs/protocol.md, Events). */
const REPLACEMENT_OPS = [
  'discard-replaced',
  'delete-replaced',
  'read-replacement',
  'import-replacement',
  'create-replacement',
  'replace',
]

const isReplacement = (op: Op) => REPLACEMENT_OPS.includes(op)

/** The row after one more step of its resource. */
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

/** A step that is only a part of what the row shows adds what it knows and takes nothing away. */
function statesOf(before: ChangeRow, meta: StepMeta, isWhole: boolean, state: ChangeRow['state']) {
  const older = isWhole ? meta.old : (before.old ?? meta.old)
  const newer = isWhole || (state === 'done' && meta.new) ? meta.new : (before.new ?? meta.new)
  return { ...(older && { old: maskState(older) }), ...(newer && { new: maskState(newer) }) }
}

const emptyRow = ({ urn, type, op }: StepMeta): ChangeRow => ({
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
  // The clean-up of a former incarnation says nothing about the resource that lives under the same URN.
  return op === 'delete' && old?.delete ? before : op
}

const maskState = (state: StateMeta): StateMeta => ({
  ...state,
  ...(state.inputs && { inputs: maskProperties(state.inputs) }),
  ...(state.outputs && { outputs: maskProperties(state.outputs) }),
})

/**
 * Counts as the engine's own summary does: a replacement once, when it is through; not the physical halves of one, not what
 * was only read or asked about.
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
