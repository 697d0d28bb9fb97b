import type { SizeKind } from '#contract/backends.ts'
import { utcDate } from '#words/time.ts'
import { type ListedObject, stackOfKey } from './layout.ts'

/** Stacks that are named, the largest; months that are told apart, the last. */
const MAX_STACKS = 20
const MAX_MONTHS = 12

type Sum = { objects: number; bytes: number }

/** What takes how much room in a backend. Bytes are as stored, so of compressed files the compressed ones. */
export type BackendSum = {
  kinds: ({ kind: SizeKind } & Sum)[]
  /** The largest stacks, by their names in the backend, with all that belongs to them. */
  stacks: ({ name: string } & Sum)[]
  stackCount: number
  /** What was added in each month and is still there, oldest first; `month` as in `2026-11`. */
  months: ({ month: string } & Sum)[]
}

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
  if (/\.json(?:\.gz|\.zst)?$/.test(key)) return 'states'
  if (/\.json(?:\.gz|\.zst)?\.\d+$/.test(key)) return 'retained'
  return key.endsWith('.bak') ? 'states' : 'other'
}
