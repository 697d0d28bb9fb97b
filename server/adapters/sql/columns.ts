/** What a column holds. JSON is text and booleans are 0 or 1, so that every database stores the same. */
type KindOf<T> = [T] extends [boolean] ? 'bool' : NonNullable<T> extends string | number ? 'plain' : 'json'

/** A field of the wrong kind, or a forgotten one, does not compile. */
export type Kinds<R> = { [K in keyof R]-?: KindOf<R[K]> }

/** A row as the database holds it. */
export type Stored<R> = {
  [K in keyof R]: KindOf<R[K]> extends 'bool' ? number : KindOf<R[K]> extends 'json' ? string | null : R[K]
}

export type Codec<R> = ReturnType<typeof codec<R>>

/** Translates between the port's rows and stored ones. `prefix` picks one row out of a joined one. */
export function codec<R>(kinds: Kinds<R>) {
  const columns = Object.keys(kinds) as (keyof R & string)[] // `Kinds` has exactly the keys of R
  const json = columns.filter((column) => kinds[column] === 'json')
  const bools = columns.filter((column) => kinds[column] === 'bool')
  const isSpecial = json.length + bools.length > 0

  return {
    columns,
    /** Of a row or of a part of one; what is undefined is left out, and so is what the table does not have. */
    encode<P extends Partial<R>>(row: P): Stored<P> {
      const stored: Record<string, unknown> = {}
      for (const column of columns) {
        const value = row[column]
        if (value === undefined) continue
        if (kinds[column] === 'json') stored[column] = value === null ? null : JSON.stringify(value)
        else stored[column] = kinds[column] === 'bool' ? Number(value) : value
      }
      return stored as Stored<P> // built key by key from the kinds that define it
    },
    decode(stored: object, prefix = ''): R {
      const from = stored as Record<string, unknown>
      if (!isSpecial && prefix === '') return from as R // as selected: its columns and no others
      const row: Record<string, unknown> = {}
      for (const column of columns) row[column] = from[prefix + column]
      for (const column of json) row[column] = parsed(row[column])
      for (const column of bools) row[column] = row[column] !== 0
      return row as R // as above, with the kinds undone
    },
  }
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null)
