/** What a column holds. JSON is text and booleans are 0 or 1, so that every database stores the same. */
type KindOf<T> = [T] extends [boolean] ? 'bool' : NonNullable<T> extends string | number ? 'plain' : 'json'

/** A field of the wrong kind, or a forgotten one, does not compile. */
export type Kinds<R> = { [K in keyof R]-?: KindOf<R[K]> }

/** A row as the database holds it. */
export type Stored<R> = {
  [K in keyof R]: KindOf<R[K]> extends 'bool' ? number : KindOf<R[K]> extends 'json' ? string | null : R[K]
}

export type Codec<R> = ReturnType<typeof codec<R>>

/** Translates between the port's rows and stored ones. */
export function codec<R>(kinds: Kinds<R>) {
  const columns = Object.keys(kinds) as (keyof R & string)[] // `Kinds` has exactly the keys of R
  const isSpecial = columns.some((column) => kinds[column] !== 'plain')

  /** Of rows whose columns' names begin with `prefix`. */
  function decoder(prefix: string) {
    const plan = columns.map((column) => ({ column, name: prefix + column, kind: kinds[column] }))
    return (stored: object): R => {
      const from = stored as Record<string, unknown>
      if (!isSpecial && prefix === '') return from as R // as selected: its columns and no others
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
    decode: decoder(''),
    decoder,
  }
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : null)
