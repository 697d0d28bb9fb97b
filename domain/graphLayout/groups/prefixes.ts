/** Classes of characters in names: letters and digits form words, all others are separators. */
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const SEPARATOR = 4
const OTHER = 5

const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code)
  if (/[a-z]/.test(letter)) return LOWER
  if (/[A-Z]/.test(letter)) return UPPER
  if (/\d/.test(letter)) return DIGIT
  return /[-_./:\s]/.test(letter) ? SEPARATOR : OTHER
})

function kindAt(name: string, i: number): number {
  const code = name.charCodeAt(i)
  return code < 128 ? (KINDS[code] ?? 0) : /\s/.test(name.charAt(i)) ? SEPARATOR : OTHER
}

/**
 * The end of the part of a name that starts at `start`, including the separator after it: `orders2-taskRole` is
 * `orders`, `2-`, `task`, `Role`.
 */
function partEnd(name: string, start: number): number {
  const { length } = name
  const first = kindAt(name, start)
  let end = start + 1
  if (first >= SEPARATOR) {
    while (end < length && kindAt(name, end) >= SEPARATOR) end++
    return end
  }
  const run = first === UPPER && end < length && kindAt(name, end) === LOWER ? LOWER : first
  while (end < length && kindAt(name, end) === run) end++
  while (end < length && kindAt(name, end) === SEPARATOR) end++
  return end
}

/** The end of a part without the separator. */
function wordEnd(name: string, start: number, end: number): number {
  while (end > start && kindAt(name, end - 1) === SEPARATOR) end--
  return end
}

/** Members whose names have a common prefix, by their places in the list. */
type Node = { rows: Int32Array; prefix: string; isDone: boolean }

/**
 * Groups members by the prefixes of their names: the largest group is divided by the next part of its names as long as
 * there are at most `most` groups. Names with a unique prefix stay alone. Returns the group of each member, -1 for
 * none, and the groups' titles.
 */
export function byPrefix(
  names: readonly string[],
  members: Int32Array,
  most: number,
): { part: Int32Array; titles: string[] } {
  const rows = new Int32Array(members.length)
  for (let i = 0; i < rows.length; i++) rows[i] = i
  const offsets = new Int32Array(members.length) // how far each name has been divided
  const open: Node[] = [{ rows, prefix: '', isDone: false }]
  for (;;) {
    let largest = -1
    open.forEach((node, i) => {
      if (!node.isDone && node.rows.length > (open[largest]?.rows.length ?? 0)) largest = i
    })
    const node = open[largest]
    if (!node || (open.length >= ENOUGH && node.rows.length < members.length / 3)) break
    const isFirst = node.prefix === ''
    const { words, numberOf, isOver } = wordsIn(
      node.rows,
      { names, members, offsets },
      isFirst ? Infinity : most - open.length + 1,
    )
    const isWhole = words.length === 1 && node.rows.length >= SMALLEST
    const isEnd = words.length === 1 && words[0]?.length === 0
    // A group that would fall apart into single names is kept as it is.
    const agreeing = words.reduce((sum, { size }) => sum + (size < SMALLEST ? 0 : size), 0)
    const isKept = !isFirst && !isWhole && (isOver || agreeing < node.rows.length * 0.6)
    if (isKept || isEnd) node.isDone = true
    else open.splice(largest, 1, ...divide(node, words, numberOf))
    if (isFirst && !isWhole && open.length > most) break
  }
  const part = new Int32Array(members.length).fill(-1)
  const titles = open.map((node, p) => {
    for (let i = 0; i < node.rows.length; i++) part[node.rows[i] ?? 0] = p
    return node.prefix.slice(0, wordEnd(node.prefix, 0, node.prefix.length))
  })
  return { part, titles }
}

const SMALLEST = 3
/** This number of groups, none with more than a third of all names, is not divided further. */
const ENOUGH = 6

/** A part of names without its separator, at its place in the first name that has it; `end` includes the separator. */
type Word = { name: string; start: number; length: number; end: number; number: number; size: number }

/**
 * The next part of the names of some members, in the order of its first use, and its number for each of them. Ends early,
 * `isOver`, when more than `room` parts are each shared by enough names for a group. Parts are compared where they are:
 * a string for each would take longer than all the rest.
 */
function wordsIn(
  rows: Int32Array,
  { names, members, offsets }: { names: readonly string[]; members: Int32Array; offsets: Int32Array },
  room: number,
): { words: Word[]; numberOf: Int32Array; isOver: boolean } {
  const words: Word[] = []
  const byHash = new Map<number, Word>()
  const numberOf = new Int32Array(rows.length)
  let large = 0
  let last: Word | undefined
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0
    const name = names[members[row] ?? 0] ?? ''
    const start = offsets[row] ?? 0
    const end = start < name.length ? partEnd(name, start) : start
    const length = wordEnd(name, start, end) - start
    offsets[row] = end
    let word = last && isSame(last, name, start, length) ? last : undefined
    for (let hash = word ? 0 : hashOf(name, start, length); !word; hash++) {
      const candidate = byHash.get(hash)
      if (candidate && !isSame(candidate, name, start, length)) continue
      word = candidate ?? { name, start, length, end, number: words.length, size: 0 }
      if (candidate) break
      byHash.set(hash, word)
      words.push(word)
    }
    numberOf[i] = word.number
    if (++word.size === SMALLEST && ++large > room) return { words, numberOf, isOver: true }
    last = word
  }
  return { words, numberOf, isOver: false }
}

function isSame(word: Word, name: string, start: number, length: number): boolean {
  if (word.length !== length) return false
  for (let i = 0; i < length; i++) if (word.name.charCodeAt(word.start + i) !== name.charCodeAt(start + i)) return false
  return true
}

/** Fits a small integer, with room for counting on. */
function hashOf(name: string, start: number, length: number): number {
  let hash = length
  for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return hash & 0x1fffffff
}

/** Members by the next part of their names; a part that hardly any share makes no group. */
function divide({ rows, prefix }: Node, words: readonly Word[], numberOf: Int32Array): Node[] {
  const filled = new Int32Array(words.length)
  const inner = words.map(({ size }) => (size < SMALLEST ? undefined : new Int32Array(size)))
  for (let i = 0; i < rows.length; i++) {
    const number = numberOf[i] ?? 0
    const list = inner[number]
    if (!list) continue
    list[filled[number] ?? 0] = rows[i] ?? 0
    filled[number] = (filled[number] ?? 0) + 1
  }
  return words.flatMap(({ name, start, length, end, number }): Node[] => {
    const list = inner[number]
    return list ? [{ rows: list, prefix: prefix + name.slice(start, end), isDone: length === 0 }] : []
  })
}
