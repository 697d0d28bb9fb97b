/**
 * Rebuilds a JSON value: `change` gets every object and list, outermost first, and any result other than undefined
 * replaces that part. Unchanged parts are shared by reference; keys such as `__proto__` are kept.
 */
export function mapValue(value: unknown, change: (part: object) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const changed = change(value)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined
    for (const [index, item] of value.entries()) {
      const mapped = mapValue(item, change)
      if (mapped !== item) (copy ??= [...value])[index] = mapped
    }
    return copy ?? value
  }
  let isSame = true
  const entries = Object.entries(value).map(([key, item]) => {
    const mapped = mapValue(item, change)
    if (mapped !== item) isSame = false
    return [key, mapped] as const
  })
  return isSame ? value : Object.fromEntries(entries)
}
