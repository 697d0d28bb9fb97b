import { packRows, unpackNow } from '#host/packing.ts'

/**
 * Columns of a batch: rows that a client sends together are stored together and compressed, in one row instead of many
 * and a tenth of the bytes. Numeric columns are lists; the texts follow after them, so that they are neither quoted nor
 * parsed.
 */
export type Columns<Name extends string> = Record<Name, number[]> & { lengths: number[] }

const END_OF_HEADER = '\n'.charCodeAt(0)
const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder('utf-8', { ignoreBOM: true }) }

/** Packs rows: the named numeric columns, and the texts. */
export function packed<Name extends string>(
  names: readonly Name[],
  rows: readonly (Record<Name, number> & { text: string })[],
): Uint8Array {
  const columns = Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]))
  const header = JSON.stringify({ ...columns, lengths: rows.map(({ text }) => text.length) })
  return packRows(utf8.encoder.encode(`${header}\n${rows.map(({ text }) => text).join('')}`))
}

/** Unpacks rows. */
export function unpacked<Name extends string>(data: Uint8Array): (Record<Name, number> & { text: string })[] {
  const plain = unpackNow(data)
  const end = plain.indexOf(END_OF_HEADER)
  const { lengths, ...columns } = JSON.parse(utf8.decoder.decode(plain.subarray(0, end))) as Columns<Name>
  const texts = utf8.decoder.decode(plain.subarray(end + 1))
  const lists = Object.entries<number[]>(columns)
  let at = 0
  return Array.from({ length: lists[0]?.[1].length ?? 0 }, (_, index) => {
    const numbers = Object.fromEntries(lists.map(([name, values]) => [name, values[index]]))
    const text = texts.slice(at, (at += lengths[index] ?? 0))
    return { ...numbers, text } as Record<Name, number> & { text: string } // as written by `packed`
  })
}

/** Drops repetitions of a number within one batch; the first row wins. */
export function firstOfEach<Row>(rows: readonly Row[], numberOf: (row: Row) => number): Row[] {
  const seen = new Set<number>()
  return rows.filter((row) => !seen.has(numberOf(row)) && seen.add(numberOf(row)))
}
