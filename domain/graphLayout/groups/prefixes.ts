import { at } from '../columns.ts'

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
  return code < 128 ? at(KINDS, code) : /\s/.test(name.charAt(i)) ? SEPARATOR : OTHER
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

/** Names with a common prefix. */
type Node = { members: Int32Array; prefix: string; isDone: boolean }

/**
 * Groups names by prefix: the largest group is divided by the next part of its names as long as there are at most
 * `most` groups. Names with a unique prefix stay alone. Returns the group of each name, -1 for none, and the groups'
 * titles.
 */
export function byPrefix(names: readonly string[], most: number): { part: Int32Array; titles: string[] } {
  const read = new Int32Array(names.length) // how far each name has been divided
  const open: Node[] = [{ members: Int32Array.from(names.keys()), prefix: '', isDone: false }]
  for (;;) {
    let largest = -1
    open.forEach((node, i) => {
      if (!node.isDone && node.members.length > (open[largest]?.members.length ?? 0)) largest = i
    })
    const node = open[largest]
    if (!node || (open.length >= ENOUGH && node.members.length < names.length / 3)) break
    const inner = divide(node, names, read)
    const isWhole = inner.large.length === 1 && inner.large[0]?.members.length === node.members.length
    // A group that would fall apart into single names is kept as it is.
    const agreeing = inner.large.reduce((sum, { members }) => sum + members.length, 0)
    const agrees = agreeing >= node.members.length * 0.6
    if (node.prefix !== '' && !isWhole && (!agrees || open.length - 1 + inner.large.length > most)) node.isDone = true
    else if (inner.isEnd) node.isDone = true
    else open.splice(largest, 1, ...inner.large)
    if (node.prefix === '' && !isWhole && open.length > most) break
  }
  const part = new Int32Array(names.length).fill(-1)
  const titles = open.map(({ prefix, members }, p) => {
    for (let i = 0; i < members.length; i++) part[at(members, i)] = p
    return prefix.slice(0, wordEnd(prefix, 0, prefix.length))
  })
  return { part, titles }
}

const SMALLEST = 3
/** This number of groups, none with more than a third of all names, is not divided further. */
const ENOUGH = 6

/**
 * Divides members by the next part of their names, without those that share it with hardly any other; `isEnd` if there
 * is no next part.
 */
function divide(
  { members, prefix }: Node,
  names: readonly string[],
  read: Int32Array,
): { large: Node[]; isEnd: boolean } {
  const numbers = new Map<string, number>()
  const first: number[] = [] // by number: the first member, and the start and end of its part
  const sizes: number[] = []
  const ends: number[] = []
  const numberOf = new Int32Array(members.length)
  let [lastWord, last] = ['', -1]
  for (let i = 0; i < members.length; i++) {
    const member = at(members, i)
    const name = names[member] ?? ''
    const start = at(read, member)
    const end = start < name.length ? partEnd(name, start) : start
    const word = name.slice(start, wordEnd(name, start, end))
    read[member] = end
    if (last < 0 || word !== lastWord) {
      last = numbers.get(word) ?? -1
      if (last < 0) {
        numbers.set(word, (last = sizes.push(0) - 1))
        first.push(start)
        ends.push(end)
      }
      lastWord = word
    }
    sizes[last] = (sizes[last] ?? 0) + 1
    numberOf[i] = last
  }
  if (numbers.size === 1 && numbers.has('')) return { large: [], isEnd: true }
  const filled = new Int32Array(sizes.length)
  const inner = sizes.map((size) => (size < SMALLEST ? undefined : new Int32Array(size)))
  for (let i = 0; i < members.length; i++) {
    const number = at(numberOf, i)
    const list = inner[number]
    if (!list) continue
    list[at(filled, number)] = at(members, i)
    filled[number] = at(filled, number) + 1
  }
  const large: Node[] = []
  for (const [word, number] of numbers) {
    const list = inner[number]
    if (!list) continue
    const piece = (names[at(list, 0)] ?? '').slice(first[number], ends[number])
    large.push({ members: list, prefix: prefix + piece, isDone: word === '' })
  }
  return { large, isEnd: false }
}
