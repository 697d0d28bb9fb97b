import { type ParsedState, parseStateText } from '#domain/state/stateText.ts'
import { UnreadableFile } from '#src/lib/fileText.ts'

/** Parses the text of a file as a state. Throws `UnreadableFile`, whose message quotes nothing of the file. */
export function parseState(text: string): ParsedState {
  const read = parseStateText(text)
  if (!read.ok) throw new UnreadableFile([read.problem, read.hint ?? []].flat().join(' '))
  return read.state
}
