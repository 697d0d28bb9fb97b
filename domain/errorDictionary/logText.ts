import { cleanLine } from './cleanLine.ts'

/** A cleaned line that is not empty; lines count from 1. */
type Line = { text: string; line: number }

/** Characters after which lines are passed on together. */
const BATCH = 1 << 16

/** Cuts a log that arrives in pieces into lines, cleans them, and passes them on in batches. */
export class LineBatches {
  #rest = ''
  #batch: Line[] = []
  #size = 0
  #count = 0
  #last = ''
  readonly #pass: (batch: readonly Line[]) => void

  constructor(pass: (batch: readonly Line[]) => void) {
    this.#pass = pass
  }

  push(chunk: string): void {
    const pieces = (this.#rest + chunk).split(/\r\n|\n|\r(?!$)/)
    this.#rest = pieces.pop() ?? ''
    for (const piece of pieces) this.#take(piece, ++this.#count)
    // A log without line breaks is passed on in parts, so that it is not concatenated repeatedly.
    while (this.#rest.length > BATCH) {
      this.#take(this.#rest.slice(0, BATCH), this.#count + 1)
      this.#rest = this.#rest.slice(BATCH)
    }
  }

  /** Passes on what is left, and returns the last line that is not empty, and the number of lines. */
  end(): { last: string; count: number } {
    this.#take(this.#rest, ++this.#count)
    this.#rest = ''
    this.#passOn()
    return { last: this.#last, count: this.#count }
  }

  #take(raw: string, line: number): void {
    const text = cleanLine(raw)
    if (text === '') return
    this.#batch.push({ text, line })
    this.#last = text
    this.#size += text.length + 1
    if (this.#size >= BATCH) this.#passOn()
  }

  #passOn(): void {
    this.#pass(this.#batch)
    this.#batch = []
    this.#size = 0
  }
}

/** The end of a long text. Offsets are those in the whole of it, of which `dropBefore` forgets the beginning. */
export class SlidingText {
  #text = ''
  #base = 0
  #starts: { at: number; line: number }[] = []

  get end(): number {
    return this.#base + this.#text.length
  }

  /** Where what is still there begins. */
  get base(): number {
    return this.#base
  }

  /** Adds lines, and returns their text. */
  append(lines: readonly Line[]): string {
    let at = this.end
    for (const { text, line } of lines) {
      this.#starts.push({ at, line })
      at += text.length + 1
    }
    const added = lines.map(({ text }) => `${text}\n`).join('')
    this.#text += added
    return added
  }

  slice(from: number, to: number): string {
    return this.#text.slice(Math.max(0, from - this.#base), to - this.#base)
  }

  /** The number of the line that has this offset. */
  lineAt(offset: number): number {
    return this.#starts.findLast(({ at }) => at <= offset)?.line ?? 1
  }

  dropBefore(offset: number): void {
    const count = Math.max(0, offset - this.#base)
    this.#text = this.#text.slice(count)
    this.#base += count
    const first = this.#starts.findLastIndex(({ at }) => at <= this.#base)
    this.#starts = this.#starts.slice(Math.max(first, 0))
  }
}
