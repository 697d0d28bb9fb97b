import type { ChangeRow } from '#contract/updates.ts'
import { opGroup, type OpGroup } from '#domain/events/opGroups.ts'
import type { Tone } from '#src/ui/tone.ts'

export type OpLook = {
  sign: string
  /** While it is only planned or counted. */
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

/** A refresh deletes nothing: the provider did not find the resource, so its entry leaves the state. */
const GONE: OpLook = {
  ...opLooks.delete,
  word: 'remove from the state',
  doing: 'removing from the state',
  done: 'removed from the state',
}

/** The state of an operation in words: `creating`, `created`, `create failed`, `create: outcome unknown`. */
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
  if (state === 'failed') return group === 'same' ? 'failed' : `${look.word} failed`
  if (state === 'waiting') return 'waiting for approval'
  if (state === 'allowed') return 'allowed, not started'
  if (state === 'refused') return `${look.word} refused`
  if (state === 'unknown') return `${look.word}: outcome unknown`
  if (isPreview && group !== 'same') return `would ${look.word}`
  return state === 'running' ? look.doing : look.done
}
