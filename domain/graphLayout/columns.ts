/** A column of numbers; a typed array at run time. */
export type Column = ArrayLike<number>

/**
 * Value `i` of a column. Callers keep `i` in bounds, so there always is one. Grouping, which goes once over everything,
 * reads its columns itself, with `?? 0`: calls of this function take it 40 % longer while they are not yet compiled into
 * it.
 */
export function at<T>(column: ArrayLike<T>, i: number): T {
  return column[i]! // in bounds by construction; a test per element would double the cost of every inner loop
}

/** Rows grouped by a key: the rows of key k are `rows[start[k]] … rows[start[k + 1] - 1]`, in their order. */
export type Grouped = { start: Int32Array; rows: Int32Array }

/** Groups rows by key with a counting sort; rows whose key is negative are left out. */
export function groupRows(key: Column, keys: number): Grouped {
  const start = new Int32Array(keys + 1)
  for (let row = 0; row < key.length; row++) {
    const k = key[row] ?? 0
    if (k >= 0) start[k + 1] = (start[k + 1] ?? 0) + 1
  }
  for (let k = 0; k < keys; k++) start[k + 1] = (start[k + 1] ?? 0) + (start[k] ?? 0)
  const next = start.slice(0, keys)
  const rows = new Int32Array(start[keys] ?? 0)
  for (let row = 0; row < key.length; row++) {
    const k = key[row] ?? 0
    if (k < 0) continue
    rows[next[k] ?? 0] = row
    next[k] = (next[k] ?? 0) + 1
  }
  return { start, rows }
}
