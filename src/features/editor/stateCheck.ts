import { stacksIn } from '#domain/edits/importState.ts'
import { readState } from '#domain/state/checkpoint.ts'
import { parseJsonText } from '#domain/json/jsonText.ts'
import { integrityErrorsOf } from '#domain/plan/verdict.ts'

/** Checks that need only the text of a whole state, not the state it is to replace. */
export type StateCheck =
  | {
      ok: true
      entries: number
      pending: number
      integrityErrors: string[]
      /** The stack to which the entries belong; null if there are none, or of several. */
      stack: { project: string; stack: string } | null
    }
  | { ok: false; message: string; line?: number; column?: number }

/** Parses and verifies a state that was edited by hand. Quotes nothing from it. */
export function checkStateText(text: string): StateCheck {
  const parsed = parseJsonText(text)
  if ('fault' in parsed) return { ok: false, ...parsed.fault }
  const read = readState(parsed.value)
  if (!read.ok) return { ok: false, message: `This is no state that can be written: ${read.problem}.` }
  const { resources, pending_operations } = read.document.deployment
  const [first, ...rest] = stacksIn(read.document)
  return {
    ok: true,
    entries: resources?.length ?? 0,
    pending: pending_operations?.length ?? 0,
    integrityErrors: integrityErrorsOf(read.document),
    stack: rest.length === 0 && first ? first : null,
  }
}
