/** Column types whose names differ between databases. */
export type ColumnTypes = {
  bytes: 'blob' | 'bytea'
  /** Text that lists are sorted by: in code point order, as everywhere else. */
  sorted: 'text' | 'text collate "C"'
  /** A self-incrementing column, `seq` or `id`. */
  counter: string
}

/** The kind of a column. JSON is stored as text and booleans as 0 or 1, so that every database stores the same. */
type KindOf<T> = [T] extends [boolean] ? 'bool' : NonNullable<T> extends string | number ? 'plain' : 'json'

/** The kind of each field. A wrong kind or a missing field does not compile. */
export type Kinds<R> = { [K in keyof R]-?: KindOf<R[K]> }

/** A row as stored. */
export type Stored<R> = {
  [K in keyof R]: KindOf<R[K]> extends 'bool' ? number : KindOf<R[K]> extends 'json' ? string | null : R[K]
}

export type Codec<R> = ReturnType<typeof codec<R>>

/** Translates between the port's rows and stored ones. */
export function codec<R>(kinds: Kinds<R>) {
  const columns = Object.keys(kinds) as (keyof R & string)[] // `Kinds` has exactly the keys of R
  const isSpecial = columns.some((column) => kinds[column] !== 'plain')

  /** Decodes rows whose column names start with `prefix`. */
  function decoder(prefix: string) {
    const plan = columns.map((column) => ({ column, name: prefix + column, kind: kinds[column] }))
    return (stored: object): R => {
      const from = stored as Record<string, unknown>
      if (!isSpecial && prefix === '') return from as R // the row has exactly the selected columns
      const row: Record<string, unknown> = {}
      for (const { column, name, kind } of plan) {
        const value = from[name]
        if (kind === 'plain') row[column] = value
        else row[column] = kind === 'json' ? parsed(value) : value !== 0
      }
      return row as R // built key by key from the kinds that define it
    }
  }

  return {
    columns,
    /** Encodes a row or a part of one; leaves out undefined fields and those that are not columns of the table. */
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
    decode: decoder(''),
    decoder,
  }
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null)
