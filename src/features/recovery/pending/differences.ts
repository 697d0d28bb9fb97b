import { isObject } from '#domain/json/jsonObject.ts'

/** One property of both sides; `undefined` if a side lacks it. */
export type PropertyPair = { key: string; now: unknown; intended: unknown; isSame: boolean }

/** The properties of two sets of inputs side by side, differences first, without the engine's own keys. */
export function pairs(now: unknown, intended: unknown): PropertyPair[] {
  const left = isObject(now) ? now : {}
  const right = isObject(intended) ? intended : {}
  return [...new Set([...Object.keys(right), ...Object.keys(left)])]
    .filter((key) => !key.startsWith('__'))
    .map((key) => ({ key, now: left[key], intended: right[key], isSame: isSameValue(left[key], right[key]) }))
    .toSorted((a, b) => Number(a.isSame) - Number(b.isSame))
}

/** Equal as JSON, ignoring the order of keys. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isSameValue(each, b[index]))
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) => isSameValue(a[key], b[key]))
  }
  return a === b
}
