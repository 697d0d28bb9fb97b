/** Steps that are left for some work: it stops when there are none, whatever its input. */
export type Budget = { left: number }

/** Adds the numbers of the texts that occur in a text to `found`. Stops when no steps are left. */
export type TextSearch = (text: string, found: Set<number>) => void

/**
 * Searches for many texts in one pass over the characters (Aho-Corasick). Unlike the search of the error dictionary it
 * is made for each input, so it keeps lists of successors instead of a table of all characters. No text may be empty.
 */
export function createTextSearch(texts: readonly string[], steps: Budget): TextSearch {
  const { child, firstChild, sibling, codes, ends, first, states } = createTree(texts, steps)
  const queue = [...first]

  /** The state of the longest proper suffix, and the next one of these in which a text ends. */
  const suffix = new Int32Array(states)
  const shorter = new Int32Array(states)
  const step = (from: number, code: number): number => {
    for (let state = from; ; state = suffix[state] ?? 0) {
      const next = child(state, code)
      if (next !== 0 || state === 0) return next
      steps.left--
    }
  }
  for (const state of queue) {
    if (steps.left < 0) break
    for (let each = firstChild[state] ?? 0; each !== 0; each = sibling[each] ?? 0) {
      const fallback = step(suffix[state] ?? 0, codes[each] ?? 0)
      suffix[each] = fallback
      shorter[each] = ends[fallback] === 0 ? (shorter[fallback] ?? 0) : fallback
      queue.push(each)
    }
  }

  return (text, found) => {
    let state = 0
    for (let at = 0; at < text.length && steps.left-- > 0; at++) {
      state = step(state, text.charCodeAt(at))
      let end = ends[state] === 0 ? (shorter[state] ?? 0) : state
      // What ends in a state that was found before was found with it.
      for (; end !== 0 && !found.has((ends[end] ?? 0) - 1); end = shorter[end] ?? 0) {
        steps.left--
        found.add((ends[end] ?? 0) - 1)
      }
    }
  }
}

/** The texts as a tree of their characters; state 0 is the start. */
function createTree(texts: readonly string[], steps: Budget) {
  const size = texts.reduce((sum, { length }) => sum + length, 1)
  // A table for the start, where almost every character is looked up: none of the texts has started.
  const starts = new Int32Array(highestCode(texts) + 1)
  const firstChild = new Int32Array(size)
  const sibling = new Int32Array(size)
  const codes = new Uint16Array(size)
  /** Number of the text that ends in a state, plus one. */
  const ends = new Int32Array(size)
  /** The states of first characters. */
  const first: number[] = []
  let states = 1
  steps.left -= starts.length

  function child(state: number, code: number): number {
    if (state === 0) return starts[code] ?? 0
    let each = firstChild[state] ?? 0
    while (each !== 0 && codes[each] !== code) {
      steps.left--
      each = sibling[each] ?? 0
    }
    return each
  }

  for (const [index, text] of texts.entries()) {
    if (steps.left < 0) break
    steps.left -= text.length
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      let next = child(state, code)
      if (next === 0) {
        next = states++
        codes[next] = code
        if (state === 0) {
          starts[code] = next
          first.push(next)
        } else {
          sibling[next] = firstChild[state] ?? 0
          firstChild[state] = next
        }
      }
      state = next
    }
    ends[state] = index + 1
  }
  return { child, firstChild, sibling, codes, ends, first, states }
}

function highestCode(texts: readonly string[]): number {
  let highest = 0
  for (const text of texts) for (let at = 0; at < text.length; at++) highest = Math.max(highest, text.charCodeAt(at))
  return highest
}
