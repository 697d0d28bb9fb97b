import type { BackendSize, SizeKind } from '#contract/backends.ts'
import { utcDate } from '#words/time.ts'
import { type ListedObject, STATE_FILE, stackOfKey } from './layout.ts'

/** Stacks that are named, the largest; months that are told apart, the last. */
const MAX_STACKS = 20
const MAX_MONTHS = 12

type Sum = { objects: number; bytes: number }

/** Bytes are as stored, so of compressed files the compressed ones. Stacks are named as in the backend. */
type BackendSum = Pick<BackendSize, 'kinds' | 'stackCount' | 'months'> & { stacks: ({ name: string } & Sum)[] }

/** Counts the objects of a backend, page by page. */
export function createSizeCount() {
  const kinds = new Map<SizeKind, Sum>()
  const stacks = new Map<string, Sum>()
  const months = new Map<string, Sum>()
  return {
    add(objects: Iterable<ListedObject>): void {
      for (const { key, size, at } of objects) {
        const kind = kindOf(key)
        count(kinds, kind, size)
        const stack = stackOfKey(key)
        if (stack !== undefined) count(stacks, stack, size)
        // The others are written again and again: their age says nothing about growth.
        if (kind === 'history' || kind === 'backups' || kind === 'retained')
          count(months, utcDate(at).slice(0, 7), size)
      }
    },
    sum: (): BackendSum => ({
      kinds: [...kinds].map(([kind, sum]) => ({ kind, ...sum })).toSorted((a, b) => b.bytes - a.bytes),
      stacks: [...stacks]
        .map(([name, sum]) => ({ name, ...sum }))
        .toSorted((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
        .slice(0, MAX_STACKS),
      stackCount: stacks.size,
      months: [...months]
        .map(([month, sum]) => ({ month, ...sum }))
        .toSorted((a, b) => (a.month < b.month ? -1 : 1))
        .slice(-MAX_MONTHS),
    }),
  }
}

function count<Key>(sums: Map<Key, Sum>, key: Key, size: number): void {
  const sum = sums.get(key)
  if (sum === undefined) sums.set(key, { objects: 1, bytes: size })
  else {
    sum.objects += 1
    sum.bytes += size
  }
}

/** What an object is, by its folder (docs/state.md, Layout). */
function kindOf(key: string): SizeKind {
  if (key.startsWith('.pulumi/history/')) return 'history'
  if (key.startsWith('.pulumi/backups/')) return 'backups'
  if (!key.startsWith('.pulumi/stacks/')) return 'other'
  const [file, , , number] = STATE_FILE.exec(key) ?? []
  if (file !== undefined) return number === undefined ? 'states' : 'retained'
  return key.endsWith('.bak') ? 'states' : 'other'
}
