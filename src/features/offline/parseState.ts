import { readState, type StateDocument, type StateShape } from '#domain/state/checkpoint.ts'
import { isObject, valueOf } from '#domain/json/jsonObject.ts'
import { UnreadableFile } from '#src/lib/fileText.ts'
import { number } from '#words/counts.ts'

export type ParsedState = {
  document: StateDocument
  shape: StateShape
  /** `org/project/stack` or less, if the file says it: checkpoint files do. */
  fullName: string | undefined
}

/**
 * Parses a state in any container (docs/state.md, Containers). Throws `UnreadableFile`, whose message quotes nothing of
 * the file.
 */
export function parseState(text: string): ParsedState {
  if (text.trim() === '') throw new UnreadableFile('This file is empty.')
  const json = parseJson(text)
  const read = readState(json)
  if (!read.ok) throw new UnreadableFile(`${explained(read.problem)} (${read.problem})`)
  return { document: read.document, shape: read.shape, fullName: nameIn(json) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    if (looksLikeEvents(text)) {
      throw new UnreadableFile('This is a log of engine events, not a state: drop it on Diagnose.', { cause })
    }
    const message = cause instanceof Error ? cause.message : ''
    const place = placeOf(message, text)
    throw new UnreadableFile(
      /end of JSON|unterminated/i.test(message)
        ? 'Incomplete JSON: the file is truncated. A self-managed backend keeps the previous one next to it, as .bak.'
        : `Not valid JSON${place}.`,
      { cause },
    )
  }
}

/** Lines of `--event-log`. */
const looksLikeEvents = (text: string): boolean => /^\s*\{[^\n]*"sequence"\s*:\s*\d+[^\n]*\}\s*\n\s*\{/.test(text)

function placeOf(message: string, text: string): string {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? NaN)
  if (Number.isNaN(position)) return ''
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = position - before.lastIndexOf('\n')
  return ` behind line ${number(line)}, column ${number(column)}`
}

function explained(problem: string): string {
  if (problem.includes('too new')) {
    return 'This state was written by a newer CLI than this console knows; nothing was read. Upgrade Holdfast, or use the CLI that wrote it.'
  }
  if (problem.includes('features')) {
    return 'This state needs abilities that this console does not have yet, so it is not touched. Use the CLI that wrote it.'
  }
  if (problem.includes('unsupported checkpoint version')) {
    return 'This checkpoint is of a version that no CLI known here writes; nothing was read.'
  }
  if (problem.includes('no state') || problem.includes('JSON object')) return 'Valid JSON, but not a Pulumi state.'
  return 'This state has a shape that no CLI can read.'
}

/** Where each of the three containers has the stack's name. */
function nameIn(json: unknown): string | undefined {
  if (!isObject(json)) return undefined
  const checkpoint = valueOf(json, 'checkpoint')
  const inner = isObject(checkpoint) ? checkpoint : json
  const name = valueOf(inner, 'stack') ?? valueOf(inner, 'target')
  return typeof name === 'string' && name !== '' ? name : undefined
}
