import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * What a client sends together is stored together, compressed: one row instead of many, and a tenth of the bytes. Numbers
 * of the rows are columns, each a list; their texts follow, so that they are neither quoted nor parsed.
 */
export type Columns<Name extends string> = Record<Name, number[]> & { lengths: number[] }

/** The fastest level that still finds what JSON repeats. What it costs a call is in bench/RESULTS.md. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 }
/** How what zstd wrote begins. Rows from before batches begin with `{`, see the migration. */
const ZSTD = 0x28
const END_OF_HEADER = '\n'.charCodeAt(0)

/** Packs rows: the numbers that are named, and their texts. */
export function packed<Name extends string>(
  names: readonly Name[],
  rows: readonly (Record<Name, number> & { text: string })[],
): Uint8Array {
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]))
  const header = JSON.stringify({ ...columns, lengths: rows.map(({ text }) => text.length) })
  const plain = Buffer.from(`${header}\n${rows.map(({ text }) => text).join('')}`)
  return zstdCompressSync(plain, { params, pledgedSrcSize: plain.length }) // of a known size it takes less memory
}

/** The rows that were packed. */
export function unpacked<Name extends string>(data: Uint8Array): (Record<Name, number> & { text: string })[] {
  const plain = data[0] === ZSTD ? zstdDecompressSync(data) : Buffer.from(data)
  const end = plain.indexOf(END_OF_HEADER)
  const { lengths, ...columns } = JSON.parse(plain.toString('utf8', 0, end)) as Columns<Name>
  const texts = plain.toString('utf8', end + 1)
  const lists = Object.entries<number[]>(columns)
  let at = 0
  return Array.from({ length: lists[0]?.[1].length ?? 0 }, (_, index) => {
    const numbers = Object.fromEntries(lists.map(([name, values]) => [name, values[index]]))
    // A row from before batches is alone, and has all of the text.
    const text = lengths === undefined ? texts : texts.slice(at, (at += lengths[index] ?? 0))
    return { ...numbers, text } as Record<Name, number> & { text: string } // as `packed` wrote it
  })
}

/** A number that comes twice in one batch counts as it came first. */
export function firstOfEach<Row>(rows: readonly Row[], numberOf: (row: Row) => number): Row[] {
  const seen = new Set<number>()
  return rows.filter((row) => !seen.has(numberOf(row)) && seen.add(numberOf(row)))
}
