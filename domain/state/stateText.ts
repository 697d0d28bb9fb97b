import { number } from '#words/counts.ts'
import { isObject, valueOf } from '../json/jsonObject.ts'
import { type ReadState, readState, type StateDocument, type StateShape } from './checkpoint.ts'

export type ParsedState = {
  document: StateDocument
  shape: StateShape
  /** `org/project/stack` or less, if the file says it: checkpoint files do, though not always truly (docs/state.md). */
  fullName: string | undefined
}

/** A state, or in a sentence why a text is none. The sentence quotes nothing of the text. `hint`: where else to look. */
export type StateText = { ok: true; state: ParsedState } | { ok: false; problem: string; hint?: string }

/** Parses a state in any container (docs/state.md, Containers). */
export function parseStateText(text: string): StateText {
  if (text.trim() === '') return { ok: false, problem: 'This file is empty.' }
  const parsed = parseJson(text)
  if ('problem' in parsed) return { ok: false, ...parsed }
  const read = readState(parsed.json)
  if (!read.ok) return { ok: false, problem: `${explained(read)} (${read.problem})` }
  return { ok: true, state: { document: read.document, shape: read.shape, fullName: nameIn(parsed.json) } }
}

function parseJson(text: string): { json: unknown } | { problem: string; hint?: string } {
  try {
    return { json: JSON.parse(text) }
  } catch (cause) {
    if (looksLikeEvents(text)) {
      return { problem: 'This is a log of engine events, not a state: drop it on Diagnose.' }
    }
    const message = cause instanceof Error ? cause.message : ''
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? NaN)
    return /end of JSON|unterminated/i.test(message) || position >= text.trimEnd().length
      ? {
          problem: 'Truncated: the JSON is incomplete.',
          hint: 'A self-managed backend keeps the previous one next to it, as .bak.',
        }
      : { problem: `Not valid JSON${placeOf(position, text)}.` }
  }
}

/** Lines of `--event-log`. */
const looksLikeEvents = (text: string): boolean => /^\s*\{[^\n]*"sequence"\s*:\s*\d+[^\n]*\}\s*\n\s*\{/.test(text)

function placeOf(position: number, text: string): string {
  if (Number.isNaN(position)) return ''
  const before = text.slice(0, position)
  const line = before.split('\n').length
  const column = position - before.lastIndexOf('\n')
  return ` behind line ${number(line)}, column ${number(column)}`
}

function explained({ problem, isNewer }: Extract<ReadState, { ok: false }>): string {
  if (isNewer) {
    return 'This state was written by a newer CLI than this console knows; nothing was read. Upgrade Holdfast, or use the CLI that wrote it.'
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
