import { isObject } from '#domain/json/jsonObject.ts'
import type { ChangeRow } from '#contract/updates.ts'
import { sameJson } from '#domain/json/sameJson.ts'

export type PropertyChange = {
  path: string
  kind: 'add' | 'delete' | 'update'
  /** This property forces a replacement. */
  replaces: boolean
  old: unknown
  new: unknown
}

/**
 * The segments of a property path: `spec.ports[0]["app.kubernetes.io/name"]` (docs/protocol.md, Events). An invalid
 * path is one name.
 */
export function pathSegments(path: string): (string | number)[] {
  const segments: (string | number)[] = []
  const pattern = /\.?([^.[\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/gy
  while (pattern.lastIndex < path.length) {
    const start = pattern.lastIndex
    const found = pattern.exec(path)
    if (found === null) return start === 0 ? [path] : [...segments, path.slice(start)]
    const [, name, index, quoted] = found
    if (name !== undefined) segments.push(name)
    else if (index !== undefined) segments.push(Number(index))
    else segments.push((quoted ?? '').replaceAll(/\\(.)/g, '$1'))
  }
  return segments
}

/** The value at a path; undefined if there is none. A masked secret ends the path: it stands in for all its content. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const segment of pathSegments(path)) {
    if (typeof value !== 'object' || value === null) return undefined
    if (isMasked(value)) return value
    value = Array.isArray(value)
      ? value[Number(segment)]
      : Object.entries(value).find(([name]) => name === String(segment))?.[1]
  }
  return value
}

/** Tagged values are one value, not an object with keys (docs/state.md, Property values). */
const isMasked = (value: object): boolean => '4dabf18193072939515e22adb298388d' in value

/** The changed properties of a resource: the provider's detailed diff, else the names that the engine reported. */
export function propertyChanges({ detailedDiff, diffs, replaceKeys, old, new: next }: ChangeRow): PropertyChange[] {
  if (detailedDiff !== null && Object.keys(detailedDiff).length > 0) {
    return Object.entries(detailedDiff).map(([path, { diffKind, inputDiff }]) => ({
      path,
      kind: diffKind.startsWith('add') ? 'add' : diffKind.startsWith('delete') ? 'delete' : 'update',
      replaces: diffKind.endsWith('-replace'),
      old: diffKind.startsWith('add') ? undefined : either(inputDiff ? old?.inputs : old?.outputs, old?.inputs, path),
      new: diffKind.startsWith('delete') ? undefined : either(next?.inputs, next?.outputs, path),
    }))
  }
  const named = diffs.length > 0 ? diffs : differing(old?.inputs, next?.inputs)
  return named.map((path) => {
    const before = either(old?.inputs, old?.outputs, path)
    const after = either(next?.inputs, next?.outputs, path)
    return {
      path,
      kind:
        before === undefined && after !== undefined
          ? 'add'
          : before !== undefined && after === undefined
            ? 'delete'
            : 'update',
      replaces: replaceKeys.includes(path),
      old: before,
      new: after,
    }
  })
}

/**
 * The inputs that differ, if nothing reported which. Masked secrets are equal, so a changed secret is not among them.
 */
function differing(before: unknown, after: unknown): string[] {
  if (!isObject(before) || !isObject(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameJson(before[name], after[name]),
  )
}

const either = (first: unknown, second: unknown, path: string): unknown => valueAt(first, path) ?? valueAt(second, path)
