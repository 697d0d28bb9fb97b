import type { ChangeRow, UpdateBrief } from '#contract/updates.ts'
import type { Tone } from '#src/ui/tone.ts'

/**
 * What an operation does to a resource, as far as a person tells them apart. The CLI knows more words
 * (docs/protocol.md, Events).
 */
export type OpGroup = 'create' | 'update' | 'replace' | 'delete' | 'refresh' | 'read' | 'import' | 'same' | 'other'

export type OpLook = {
  sign: string
  /** While it is planned or counted. */
  word: string
  doing: string
  done: string
  tone: Tone
}

export const opLooks = {
  create: { sign: '+', word: 'create', doing: 'creating', done: 'created', tone: 'ok' },
  update: { sign: '~', word: 'update', doing: 'updating', done: 'updated', tone: 'attention' },
  replace: { sign: '±', word: 'replace', doing: 'replacing', done: 'replaced', tone: 'attention' },
  delete: { sign: '−', word: 'delete', doing: 'deleting', done: 'deleted', tone: 'danger' },
  import: { sign: '=', word: 'import', doing: 'importing', done: 'imported', tone: 'running' },
  read: { sign: '>', word: 'read', doing: 'reading', done: 'read', tone: 'running' },
  refresh: { sign: '↻', word: 'refresh', doing: 'refreshing', done: 'refreshed', tone: 'running' },
  other: { sign: '·', word: 'other', doing: 'working on', done: 'done', tone: 'unknown' },
  same: { sign: ' ', word: 'unchanged', doing: 'checking', done: 'unchanged', tone: 'unknown' },
} as const satisfies Record<OpGroup, OpLook>

const groups: Readonly<Record<string, OpGroup>> = {
  create: 'create',
  update: 'update',
  delete: 'delete',
  same: 'same',
  replace: 'replace',
  'create-replacement': 'replace',
  'delete-replaced': 'replace',
  'import-replacement': 'replace',
  'read-replacement': 'replace',
  'discard-replaced': 'replace',
  'remove-pending-replace': 'delete',
  read: 'read',
  discard: 'delete',
  refresh: 'refresh',
  import: 'import',
}

export const opGroup = (op: string): OpGroup => groups[op] ?? 'other'

/** In the order in which they are told: what is new, what changed, what is gone, what stayed. */
const ORDER = [
  'create',
  'update',
  'replace',
  'delete',
  'import',
  'read',
  'refresh',
  'other',
  'same',
] as const satisfies OpGroup[]

export type GroupCount = { group: OpGroup; count: number }

/** Counts by group, in the order of telling, none of them zero. */
export function groupCounts(counts: NonNullable<UpdateBrief['resourceChanges']>): GroupCount[] {
  const sums = new Map<OpGroup, number>()
  for (const [op, count] of Object.entries(counts)) sums.set(opGroup(op), (sums.get(opGroup(op)) ?? 0) + count)
  return ORDER.flatMap((group) => {
    const count = sums.get(group) ?? 0
    return count > 0 ? [{ group, count }] : []
  })
}

/** A refresh deletes nothing: the provider did not find the resource, so its entry leaves the state. */
const GONE: OpLook = {
  ...opLooks.delete,
  word: 'remove from the state',
  doing: 'removing from the state',
  done: 'removed from the state',
}

/** What became of an operation, in a word: `creating`, `created`, `create failed`, `creating (interrupted)`. */
export function outcomeWords(
  { op, state }: Pick<ChangeRow, 'op' | 'state'>,
  { isPreview, isRefresh = false }: { isPreview: boolean; isRefresh?: boolean },
): string {
  const group = opGroup(op)
  const look: OpLook =
    group === 'other'
      ? { ...opLooks.other, word: op, done: op, doing: op }
      : group === 'delete' && isRefresh
        ? GONE
        : opLooks[group]
  if (state === 'failed') return `${look.word} failed`
  if (state === 'unknown') return `${look.doing} (interrupted)` // the CLI's words
  if (isPreview && group !== 'same') return `would ${look.word}`
  return state === 'running' ? look.doing : look.done
}
