import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * Columns of a batch: rows that a client sends together are stored together and compressed, in one row instead of many
 * and a tenth of the bytes. Numeric columns are lists; the texts follow after them, so that they are neither quoted nor
 * parsed.
 */
export type Columns<Name extends string> = Record<Name, number[]> & { lengths: number[] }

/** The fastest level that still finds the repetitions of JSON. See bench/RESULTS.md for its cost per call. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 }
/**
 * For what a client usually sends at once: tables and a buffer of that size, which are cleared for each batch, cost half
 * as much as the default ones, and compress as well.
 */
const SMALL_BYTES = 16 * 1024
const small = {
  params: { ...params, [constants.ZSTD_c_windowLog]: 14, [constants.ZSTD_c_hashLog]: 12 },
  chunkSize: SMALL_BYTES / 4,
}
/** First byte of zstd's output. Rows from before batches start with `{`, see the migration. */
const ZSTD = 0x28
const END_OF_HEADER = '\n'.charCodeAt(0)

/** Packs rows: the named numeric columns, and the texts. */
export function packed<Name extends string>(
  names: readonly Name[],
  rows: readonly (Record<Name, number> & { text: string })[],
): Uint8Array {
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]))
  const header = JSON.stringify({ ...columns, lengths: rows.map(({ text }) => text.length) })
  const plain = Buffer.from(`${header}\n${rows.map(({ text }) => text).join('')}`)
  const options = plain.length <= SMALL_BYTES ? small : { params }
  return zstdCompressSync(plain, { ...options, pledgedSrcSize: plain.length }) // a known size takes less memory
}

/** Unpacks rows. */
export function unpacked<Name extends string>(data: Uint8Array): (Record<Name, number> & { text: string })[] {
  const plain = data[0] === ZSTD ? zstdDecompressSync(data) : Buffer.from(data)
  const end = plain.indexOf(END_OF_HEADER)
  const { lengths, ...columns } = JSON.parse(plain.toString('utf8', 0, end)) as Columns<Name>
  const texts = plain.toString('utf8', end + 1)
  const lists = Object.entries<number[]>(columns)
  let at = 0
  return Array.from({ length: lists[0]?.[1].length ?? 0 }, (_, index) => {
    const numbers = Object.fromEntries(lists.map(([name, values]) => [name, values[index]]))
    // A row from before batches is alone and owns the whole text.
    const text = lengths === undefined ? texts : texts.slice(at, (at += lengths[index] ?? 0))
    return { ...numbers, text } as Record<Name, number> & { text: string } // as written by `packed`
  })
}

/** Drops repetitions of a number within one batch; the first row wins. */
export function firstOfEach<Row>(rows: readonly Row[], numberOf: (row: Row) => number): Row[] {
  const seen = new Set<number>()
  return rows.filter((row) => !seen.has(numberOf(row)) && seen.add(numberOf(row)))
}
