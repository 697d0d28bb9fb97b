import type { Topology } from '#domain/graphLayout/topology.ts'

/**
 * A topology as a message. Its names are one text with offsets: a message of 30,000 strings takes longer than the work
 * done with them.
 */
export type Packed = Omit<Topology, 'names'> & { text: string; ends: Int32Array }

export function packed({ names, ...rest }: Topology): Packed {
  const ends = new Int32Array(names.length)
  let end = 0
  for (const [i, name] of names.entries()) ends[i] = end += name.length
  return { ...rest, text: names.join(''), ends }
}

export function unpacked({ text, ends, ...rest }: Packed): Topology {
  let start = 0
  const names = Array.from(ends, (end) => {
    const name = text.slice(start, end)
    start = end
    return name
  })
  return { ...rest, names }
}
