import { signatureOf } from '../state/secrets.ts'

export type Segment = string | number

/** A difference with its raw values, which must be masked before they are shown. */
export type RawChange = {
  path: string
  segments: Segment[]
  kind: 'added' | 'removed' | 'changed'
  was: unknown
  is: unknown
}

/** The path to a value as a linked list, so that no array is built for the many equal values. */
type Way = { up: Way | undefined; segment: Segment }

/**
 * Collects the differences between two JSON objects, as deep as possible. Marked values (secrets, assets) are compared
 * as a whole, and lists of texts as sets. `skip` omits keys of the top level.
 */
export function collectChanges(
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  skip: (key: string) => boolean = () => false,
): RawChange[] {
  const found: RawChange[] = []
  diffObjects(a, b, undefined, found, skip)
  return found
}

function diffObjects(
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  way: Way | undefined,
  found: RawChange[],
  skip?: (key: string) => boolean,
): void {
  for (const key of Object.keys(a)) {
    if (skip?.(key)) continue
    if (!Object.hasOwn(b, key)) note('removed', { up: way, segment: key }, a[key], undefined, found)
    else if (a[key] !== b[key]) diffValues(a[key], b[key], { up: way, segment: key }, found)
  }
  for (const key of Object.keys(b)) {
    if (!Object.hasOwn(a, key) && !skip?.(key)) note('added', { up: way, segment: key }, undefined, b[key], found)
  }
}

function diffValues(a: unknown, b: unknown, way: Way, found: RawChange[]): void {
  if (Array.isArray(a) && Array.isArray(b)) diffLists(a, b, way, found)
  else if (isPlain(a) && isPlain(b)) diffObjects(a, b, way, found)
  else if (!isSame(a, b)) note('changed', way, a, b, found)
}

/** Whether the value is an object whose keys are properties of their own. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && signatureOf(value) === undefined

function diffLists(a: readonly unknown[], b: readonly unknown[], way: Way, found: RawChange[]): void {
  if (isTexts(a) && isTexts(b)) return diffSets(a, b, way, found)
  let start = 0
  while (start < a.length && start < b.length && isSame(a[start], b[start])) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && isSame(a[endA - 1], b[endB - 1])) [endA, endB] = [endA - 1, endB - 1]
  for (let at = start; at < Math.max(endA, endB); at++) {
    const here = { up: way, segment: at }
    if (at >= endB) note('removed', here, a[at], undefined, found)
    else if (at >= endA) note('added', here, undefined, b[at], found)
    else diffValues(a[at], b[at], here, found)
  }
}

const isTexts = (list: readonly unknown[]): list is string[] => list.every((item) => typeof item === 'string')

function diffSets(a: readonly string[], b: readonly string[], way: Way, found: RawChange[]): void {
  if (a.length === b.length && a.every((item, at) => item === b[at])) return
  const [was, is] = [new Set(a), new Set(b)]
  const removed = a.filter((item) => !is.has(item))
  const added = b.filter((item) => !was.has(item))
  for (const item of removed) note('removed', way, item, undefined, found)
  for (const item of added) note('added', way, undefined, item, found)
  if (removed.length + added.length === 0) note('changed', way, a, b, found)
}

/** Whether two JSON values are equal; the order of keys does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>] // arrays have keys as well
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]))
  )
}

function note(kind: RawChange['kind'], way: Way, was: unknown, is: unknown, found: RawChange[]): void {
  const segments: Segment[] = []
  for (let node: Way | undefined = way; node; node = node.up) segments.unshift(node.segment)
  found.push({ path: pathText(segments), segments, kind, was, is })
}

/** A property path as the engine writes it: `inputs.ports[0]["app.kubernetes.io/name"]` (docs/protocol.md, Events). */
export const pathText = (segments: readonly Segment[]): string =>
  segments
    .map((segment, at) => {
      if (typeof segment === 'number') return `[${segment}]`
      if (!/^[A-Za-z_$][\w$-]*$/.test(segment)) return `[${JSON.stringify(segment)}]`
      return at === 0 ? segment : `.${segment}`
    })
    .join('')
