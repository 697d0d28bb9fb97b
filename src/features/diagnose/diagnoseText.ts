import { createRecogniser, type Recognised } from '#domain/errorDictionary/recogniseErrors.ts'
import { isLockText, type LockFile, readLock } from '#domain/lockFile.ts'
import { readStackOutput, type StackOutput } from '#domain/stackOutput.ts'
import { newFacts, readText, textPieces } from '#src/lib/fileText.ts'
import { createMentions, type Mention } from './mentionedStacks.ts'
import { isEventLog, isStateText, readEvents, type RunFacts } from './runFacts.ts'

export type Diagnosed =
  | { kind: 'empty' }
  /** To be opened, not read as a log. */
  | { kind: 'state' }
  /** A lock of a self-managed backend. */
  | { kind: 'lock'; lock: LockFile }
  | {
      kind: 'log'
      known: Recognised[]
      mentions: Mention[]
      bytes: number
      run: RunFacts | undefined
      /** What `pulumi stack` printed, where that is in it. */
      printed: StackOutput | undefined
    }

/** Enough of the beginning to tell what a text is. */
const HEAD = 200_000

/** What a pasted text or a file is and says. Logs are read piece by piece; nothing of them is kept. Throws `UnreadableFile`. */
export async function diagnoseText(file: Blob): Promise<Diagnosed> {
  const facts = newFacts()
  const recogniser = createRecogniser()
  const mentions = createMentions()
  let head = ''
  let isLog = false
  for await (const piece of textPieces(file, facts)) {
    if (!isLog) {
      head += piece
      if (head.length < HEAD) continue
      const other = await otherThanLog(head, file)
      if (other) return other
      isLog = true
      recogniser.push(head)
      mentions.push(head)
      head = ''
    } else {
      recogniser.push(piece)
      mentions.push(piece)
    }
  }
  if (!isLog) {
    if (head.trim() === '') return { kind: 'empty' }
    const other = await otherThanLog(head, file)
    if (other) return other
    recogniser.push(head)
    mentions.push(head)
  }
  return {
    kind: 'log',
    known: recogniser.end(),
    mentions: mentions.all(),
    bytes: facts.bytes,
    run: undefined,
    printed: isLog ? undefined : readStackOutput(head),
  }
}

async function otherThanLog(head: string, file: Blob): Promise<Diagnosed | undefined> {
  if (isStateText(head)) return { kind: 'state' }
  if (isLockText(head)) {
    const read = readLock(head)
    if (read.ok) return { kind: 'lock', lock: read.lock }
  }
  if (!isEventLog(head)) return undefined
  const { text, bytes } = await readText(file)
  const { facts, said } = readEvents(text)
  const recogniser = createRecogniser()
  const mentions = createMentions()
  recogniser.push(said)
  mentions.push(said)
  return { kind: 'log', known: recogniser.end(), mentions: mentions.all(), bytes, run: facts, printed: undefined }
}
