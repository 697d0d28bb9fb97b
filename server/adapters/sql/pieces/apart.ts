import { nameOfHash, sha256 } from '#host/sha256.ts'
import { longestRising } from '#domain/diff/longestRising.ts'
import type { SharedRun } from '#domain/diff/sharedRuns.ts'
import { type Marks, NONE } from './marks.ts'
import { inflate } from './pieces.ts'
import type { Recipe } from './recipe.ts'

/** A range of bytes to read from a piece. */
type Cut = { piece: number; from: number; to: number }

/** The ranges to read from two texts, and the shared resources that are left out. */
export type Apart = { before: Cut[]; after: Cut[]; shared: SharedRun[] }

/** If more than this share of the texts has to be read, nothing is gained. */
const MAX_LEFT = 0.6

/**
 * Finds the resources that two texts share, by their pieces: resources that lie within the same pieces in a row are
 * identical, and need not be read. Undefined if that is unknown, or if little is shared.
 */
export function apart(before: Recipe, after: Recipe): Apart | undefined {
  const [was, is] = [before.marks, after.marks]
  if (was === undefined || is === undefined) return undefined
  const left: Apart = { before: [], after: [], shared: [] }
  const [placesBefore, placesAfter] = [placesOf(was), placesOf(is)]
  let [doneBefore, doneAfter] = [start(0), start(0)]
  for (const { from, to, length } of runsOf(pairsOf(before, after, was, is))) {
    const first = next(is, to, to + length)
    const last = previous(is, to + length - 1, to)
    if (first === undefined || last === undefined || first >= last) continue
    const shift = from - to
    const [a, b] = [first + shift, last + shift]
    left.before.push(...cutsOf(before, doneBefore, { piece: a, at: was.firsts[a] ?? 0 }))
    left.after.push(...cutsOf(after, doneAfter, { piece: first, at: is.firsts[first] ?? 0 }))
    doneBefore = { piece: b, at: was.firsts[b] ?? 0 }
    doneAfter = { piece: last, at: is.firsts[last] ?? 0 }
    const place = placesAfter[first] ?? 0
    left.shared.push({ from: placesBefore[a] ?? 0, to: place, count: (placesAfter[last] ?? 0) - place })
  }
  left.before.push(...cutsOf(before, doneBefore, start(before.pieces.length)))
  left.after.push(...cutsOf(after, doneAfter, start(after.pieces.length)))
  const rest = bytesOf(left.before) + bytesOf(left.after)
  return rest > MAX_LEFT * (lengthOf(before) + lengthOf(after)) ? undefined : left
}

/** Number of frames kept while pieces are taken from them: pieces in a row usually lie in the same few frames. */
const MAX_INFLATED = 16

/** Joins the bytes of these ranges. Each piece that is read is verified against its hash. */
export function textOfCuts(recipe: Recipe, cuts: readonly Cut[], frames: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const text = new Uint8Array(bytesOf(cuts))
  const inflated = new Map<number, Uint8Array>()
  const inflatedOf = (frame: number): Uint8Array => {
    const known = inflated.get(frame) ?? inflate(frames.get(frame), frame)
    inflated.delete(frame)
    inflated.set(frame, known)
    for (const oldest of inflated.keys()) if (inflated.size > MAX_INFLATED) inflated.delete(oldest)
    return known
  }
  let end = 0
  for (const { piece, from, to } of cuts) {
    const { frame, at, length } = recipe.pieces[piece] ?? { frame: -1, at: 0, length: 0 }
    const bytes = inflatedOf(frame).subarray(at, at + length)
    if (nameOfHash(sha256(bytes)) !== nameOfHash(recipe.hash(piece)))
      throw new Error('a piece of a stored text is not what its hash says')
    text.set(bytes.subarray(from, to), end)
    end += to - from
  }
  return text
}

export const framesOfCuts = (recipe: Recipe, cuts: readonly Cut[]): number[] =>
  cuts.map(({ piece }) => recipe.pieces[piece]?.frame ?? -1)

type Position = { piece: number; at: number }

const start = (piece: number): Position => ({ piece, at: 0 })

/**
 * Numbers of the pieces that occur once in each text, with resources starting at the same offsets, in the order of both
 * texts.
 */
function pairsOf(before: Recipe, after: Recipe, was: Marks, is: Marks): { from: number; to: number }[] {
  const places = onceIn(before)
  const pairs = [...onceIn(after)].flatMap(([name, to]) => {
    const from = places.get(name)
    const isSame = from !== undefined && was.firsts[from] === is.firsts[to] && was.counts[from] === is.counts[to]
    return isSame ? [{ from, to }] : []
  })
  const stayed = longestRising(pairs.map(({ from }) => from))
  return pairs.filter(({ from }) => stayed.has(from))
}

/** Pieces that occur once in a text, by hash, in order. */
function onceIn(recipe: Recipe): Map<string, number> {
  const found = new Map<string, number>()
  const twice = new Set<string>()
  for (const at of recipe.pieces.keys()) {
    const name = nameOfHash(recipe.hash(at))
    if (found.has(name)) twice.add(name)
    found.set(name, at)
  }
  for (const name of twice) found.delete(name)
  return found
}

/** The same, as runs of consecutive pieces in both texts. */
function runsOf(pairs: readonly { from: number; to: number }[]): { from: number; to: number; length: number }[] {
  const runs: { from: number; to: number; length: number }[] = []
  for (const { from, to } of pairs) {
    const run = runs.at(-1)
    if (run && run.from + run.length === from && run.to + run.length === to) run.length++
    else runs.push({ from, to, length: 1 })
  }
  return runs
}

/** The first piece up to `end` in which a resource starts. */
function next({ firsts }: Marks, piece: number, end: number): number | undefined {
  for (let at = piece; at < end; at++) if (firsts[at] !== NONE) return at
  return undefined
}

function previous({ firsts }: Marks, piece: number, least: number): number | undefined {
  for (let at = piece; at >= least; at--) if (firsts[at] !== NONE) return at
  return undefined
}

/** By piece: the index of the first resource that starts in it. */
function placesOf({ counts }: Marks): Uint32Array {
  const places = new Uint32Array(counts.length)
  for (let at = 1; at < counts.length; at++) places[at] = (places[at - 1] ?? 0) + (counts[at - 1] ?? 0)
  return places
}

/** The range from one position to another. */
function cutsOf({ pieces }: Recipe, from: Position, to: Position): Cut[] {
  const cuts: Cut[] = []
  for (let piece = from.piece; piece <= to.piece; piece++) {
    const begin = piece === from.piece ? from.at : 0
    const end = piece === to.piece ? to.at : (pieces[piece]?.length ?? 0)
    if (end > begin) cuts.push({ piece, from: begin, to: end })
  }
  return cuts
}

const bytesOf = (cuts: readonly Cut[]): number => cuts.reduce((sum, { from, to }) => sum + to - from, 0)
const lengthOf = ({ pieces }: Recipe): number => pieces.reduce((sum, { length }) => sum + length, 0)
