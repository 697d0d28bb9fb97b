import { createRecogniser, type Recognised } from '#domain/errorDictionary/recogniseErrors.ts'
import { isLockText, type LockFile, readLock } from '#domain/lease/lockFile.ts'
import { readStackOutput, type StackOutput } from '#domain/state/stackOutput.ts'
import type { Course } from '#domain/timeline/course.ts'
import { courseFromTrace, isTraceFile } from '#domain/timeline/fromTrace.ts'
import { newFacts, textPieces, UnreadableFile } from '#src/lib/fileText.ts'
import { createMentions, type Mention } from './mentionedStacks.ts'
import { createEventReader, isEventLog, isStateText, type RunFacts } from './runFacts.ts'

export type Diagnosed =
  | { kind: 'empty' }
  /** A state: to be opened, not searched as a log. */
  | { kind: 'state' }
  /** A lock of a self-managed backend. */
  | { kind: 'lock'; lock: LockFile }
  /** A trace of a run (`--tracing=file:…`). */
  | { kind: 'trace'; course: Course }
  | {
      kind: 'log'
      known: Recognised[]
      mentions: Mention[]
      bytes: number
      run: RunFacts | undefined
      /** The output of `pulumi stack`, if the text contains it. */
      printed: StackOutput | undefined
    }

/** Length of the beginning that identifies the kind of a text. */
const HEAD = 200_000
const LARGEST_TRACE = 200_000_000

/**
 * What a pasted text or a file is, and what it says. Logs are read piece by piece and not kept. Throws
 * `UnreadableFile`.
 */
export async function diagnoseText(file: Blob): Promise<Diagnosed> {
  if (isTraceFile(new Uint8Array(await file.slice(0, 64).arrayBuffer()))) return readTrace(file)
  const facts = newFacts()
  let head = ''
  let reader: LogReader | undefined
  for await (const piece of textPieces(file, facts)) {
    if (reader) {
      reader.push(piece)
      continue
    }
    head += piece
    if (head.length < HEAD) continue
    const other = otherThanLog(head)
    if (other) return other
    reader = readerOf(head)
    head = ''
  }
  if (reader) return { ...reader.end(), bytes: facts.bytes, printed: undefined }
  if (head.trim() === '') return { kind: 'empty' }
  return otherThanLog(head) ?? { ...readerOf(head).end(), bytes: facts.bytes, printed: readStackOutput(head) }
}

async function readTrace(file: Blob): Promise<Diagnosed> {
  if (file.size > LARGEST_TRACE) throw new UnreadableFile('Traces of up to 200 MB can be read here.')
  try {
    return { kind: 'trace', course: courseFromTrace(new Uint8Array(await file.arrayBuffer())) }
  } catch {
    throw new UnreadableFile('This trace is cut short or damaged: the CLI writes it when the run ends in order.')
  }
}

type Log = Extract<Diagnosed, { kind: 'log' }>
type LogReader = { push: (text: string) => void; end: () => Pick<Log, 'kind' | 'known' | 'mentions' | 'run'> }

/** Continues reading a log after its beginning: engine events, or lines. */
function readerOf(head: string): LogReader {
  const recogniser = createRecogniser()
  const mentions = createMentions()
  const hear = (text: string) => {
    recogniser.push(text)
    mentions.push(text)
  }
  const events = isEventLog(head) ? createEventReader(hear) : undefined
  const push = events ? events.push : hear
  push(head)
  return {
    push,
    end: () => {
      const run = events?.end()
      return { kind: 'log', known: recogniser.end(), mentions: mentions.all(), run }
    },
  }
}

function otherThanLog(head: string): Diagnosed | undefined {
  if (isStateText(head)) return { kind: 'state' }
  if (!isLockText(head)) return undefined
  const lock = readLock(head)
  return lock && { kind: 'lock', lock }
}
