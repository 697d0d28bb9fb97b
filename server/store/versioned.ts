type Version<V> = { value: V | undefined; since: number; older: Version<V> | undefined }

/** A transaction's view of the tables: it sees what was committed at `at`, as long as it is open. */
export type View = { readonly at: number; isOpen: boolean }

/**
 * A map that keeps the values that open snapshots see. Writing a row costs the same whatever the size of the table,
 * unlike copying it; readers never wait for the writer and never see uncommitted rows.
 */
export class VersionedTable<K, V> {
  readonly #rows = new Map<K, Version<V>>()
  readonly #touched = new Set<K>()

  get(key: K, view: View): V | undefined {
    assertOpen(view)
    return visible(this.#rows.get(key), view.at)
  }

  /** In the order in which the keys were first inserted. */
  *values(view: View): Generator<V> {
    assertOpen(view)
    for (const version of this.#rows.values()) {
      const value = visible(version, view.at)
      if (value !== undefined) yield value
    }
  }

  /** Only for the single open writer. `undefined` deletes. */
  set(key: K, value: V | undefined, view: View): void {
    assertOpen(view)
    const newest = this.#rows.get(key)
    this.#touched.add(key)
    if (newest?.since === view.at) newest.value = value
    else this.#rows.set(key, { value, since: view.at, older: newest })
  }

  /** `oldest` is the oldest open snapshot; values that only older ones could see are dropped. */
  commit(oldest: number): void {
    for (const key of this.#touched) {
      const newest = this.#rows.get(key)
      let kept = newest
      while (kept !== undefined && kept.since > oldest) kept = kept.older
      if (kept !== undefined) kept.older = undefined
      if (newest !== undefined && newest === kept && newest.value === undefined) this.#rows.delete(key)
    }
    this.#touched.clear()
  }

  /** An independent table with what was committed last. The rows are shared: nobody changes one in place. */
  copy(ownValue: (value: V) => V = (value) => value): VersionedTable<K, V> {
    const copy = new VersionedTable<K, V>()
    for (const [key, { value, since }] of this.#rows)
      copy.#rows.set(key, { value: value && ownValue(value), since, older: undefined })
    return copy
  }

  rollback(): void {
    for (const key of this.#touched) {
      const older = this.#rows.get(key)?.older
      if (older === undefined) this.#rows.delete(key)
      else this.#rows.set(key, older)
    }
    this.#touched.clear()
  }
}

type Log<T> = { rows: T[]; places: Map<number, number>; length: number }

/**
 * Append-only lists, by owner. All versions share one array and differ in length, so that appending to 30,000 rows
 * costs only the new rows; rows beyond the newest length are left over from a transaction that was rolled back.
 */
export class VersionedLogs<T> {
  readonly table: VersionedTable<string, Log<T>>
  readonly #keyOf: ((row: T) => number) | undefined

  /** With `keyOf`, rows with a known key are skipped. */
  constructor(keyOf?: (row: T) => number, table = new VersionedTable<string, Log<T>>()) {
    this.#keyOf = keyOf
    this.table = table
  }

  /** Independent lists with what was committed last. */
  copy(): VersionedLogs<T> {
    const ownRows = ({ rows, places, length }: Log<T>) => ({
      rows: rows.slice(0, length),
      places: new Map(places),
      length,
    })
    return new VersionedLogs(this.#keyOf, this.table.copy(ownRows))
  }

  list(owner: string, view: View, from = 0): T[] {
    const log = this.table.get(owner, view)
    return log === undefined ? [] : log.rows.slice(from, log.length)
  }

  length(owner: string, view: View): number {
    return this.table.get(owner, view)?.length ?? 0
  }

  /** Returns whether the row was new. */
  append(owner: string, row: T, view: View): boolean {
    const log: Log<T> = this.table.get(owner, view) ?? { rows: [], places: new Map(), length: 0 }
    const { rows, places, length } = log
    if (rows.length > length) rows.length = length
    const key = this.#keyOf?.(row)
    if (key !== undefined) {
      const known = rows[places.get(key) ?? length] // another row may have taken the position of a rolled-back one
      if (known !== undefined && this.#keyOf?.(known) === key) return false
      places.set(key, length)
    }
    rows.push(row)
    this.table.set(owner, { rows, places, length: length + 1 }, view)
    return true
  }
}

const visible = <V>(newest: Version<V> | undefined, at: number): V | undefined => {
  let version = newest
  while (version !== undefined && version.since > at) version = version.older
  return version?.value
}

function assertOpen(view: View): void {
  if (!view.isOpen) throw new Error('this transaction is over: something was not awaited inside it')
}
