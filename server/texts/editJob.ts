import type { EditOperation, EditPlan } from '#contract/edits.ts'
import type { Effect } from '#contract/recoveries.ts'
import { emptyDocument, readState } from '#domain/state/checkpoint.ts'
import type { EditFacts } from '#domain/edits/planEdit.ts'
import { createJsonScan } from '#domain/json/jsonBounds.ts'
import { type ImportedFacts, type ImportOperation, planImport } from '#domain/edits/importState.ts'
import { planOwnEdit } from '#domain/edits/planOwnEdit.ts'
import type { z } from 'zod'
import { BYTES_AN_ENTERED, FREE_ENTERED, MAX_DEPTH } from './limits.ts'
import { DomainError } from '../errors.ts'
import { type HashOf, parseDocument, prepareDocument, type PreparedState } from './stateText.ts'

export type EditInput = {
  /** The text of the edited state, which is transferred; null for none. */
  base: Uint8Array | null
  operation: EditOperation | ImportOperation
  facts: Omit<EditFacts, 'opens'>
  /** Ciphertexts that the stack's key opens; null if not known yet. */
  known: string[] | null
  /** Whether to return the resulting state, too. */
  isWritten: boolean
}

/**
 * `asked`: ciphertexts of which the caller must find out whether the stack's key opens them. Of an import also facts
 * about its text, and `plain`: secrets that the caller must encrypt before it is written.
 */
export type EditOutcome =
  | {
      plan: EditPlan
      effect: z.infer<typeof Effect>
      asked: string[]
      prepared: PreparedState | null
      imported: ImportedFacts | null
      plain: string[]
    }
  | { unsupported: string }

/** Checks a state entered as text: of a text inside a body, only the bytes were counted. */
function checkEntered(operation: EditInput['operation']): void {
  if (!('text' in operation)) return
  const bytes = new TextEncoder().encode(operation.text)
  const elements = FREE_ENTERED + Math.ceil(bytes.length / BYTES_AN_ENTERED)
  const exceeded = createJsonScan({ depth: MAX_DEPTH, elements }).take(bytes)
  if (exceeded === 'depth') throw new DomainError({ kind: 'tooDeep', of: 'text', most: MAX_DEPTH })
  if (exceeded === 'elements') throw new DomainError({ kind: 'tooManyValues', of: 'text', most: elements })
}

/** Plans an edit of a state given as a text. */
export async function planEditOfText(
  { base, operation, facts, known, isWritten }: EditInput,
  hash?: HashOf,
): Promise<EditOutcome> {
  checkEntered(operation)
  const document = base === null ? emptyDocument() : parseDocument(base)
  const readable = readState(document)
  if (!readable.ok) return { unsupported: readable.problem }
  const opening = known === null ? undefined : new Set(known)
  const planned =
    operation.do === 'importState'
      ? planImport(document, operation, facts, opening)
      : { ...planOwnEdit(document, operation, facts, opening), imported: null, plain: [] }
  const { plan, effect, asked, imported, plain } = planned
  return {
    plan,
    asked,
    effect,
    imported,
    plain,
    prepared: isWritten && plan.isPossible ? await prepareDocument(planned.document, hash && { hash }) : null,
  }
}
