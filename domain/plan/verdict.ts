import type { StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { verify } from '../state/integrity.ts'
import { missingExtensions } from '../state/missingExtensions.ts'

/**
 * Whether a state may replace another. `valid`: the engine decodes it, both verifiers accept it, and no extension blob
 * is missing. `better`: still
 * invalid, but strictly less than before; a user must confirm that at level 3. `refused`: neither, even if the state is
 * unchanged.
 */
export type Verdict = {
  is: 'valid' | 'better' | 'refused'
  /** Integrity errors of the state before and after, in the engine's words. */
  before: string[]
  after: string[]
  /** The engine can work with the state after: at most only the verifier that runs on a write rejects it. */
  isReadable: boolean
  /** Why it is refused. `invalidState`: it is as broken as before; `wouldBreak`: something breaks. */
  refusal?: { code: 'invalidState' | 'wouldBreak'; message: string }
}

/** A reason for which the engine refuses a state. Equal keys mean the same reason in two states. */
type Reason = { key: string; message: string; isFatal: boolean }

/** The rule for all manual writes, for all callers (docs/recovery.md, Rules of a write, 5). */
export function verdictOf(
  before: StateDocument,
  after: StateDocument,
  urnsChanged: readonly { from: string; to: string }[] = [],
): Verdict {
  const renamed = new Map(urnsChanged.map(({ from, to }) => [from, to]))
  const was = integrityErrors(before, renamed)
  const is = after === before ? was : integrityErrors(after)
  const common = { before: messages(was), after: messages(is), isReadable: !is.some(({ isFatal }) => isFatal) }
  if (is.length === 0) return { ...common, is: 'valid' }
  const broken = firstNew(was, is)
  if (broken) {
    const message = `The state would be invalid afterwards, so nothing is changed: ${broken.message}.`
    return { ...common, is: 'refused', refusal: { code: 'wouldBreak', message } }
  }
  if (is.length < was.length) return { ...common, is: 'better' }
  const message = `The state is invalid and must be repaired first: ${is[0]?.message}.`
  return { ...common, is: 'refused', refusal: { code: 'invalidState', message } }
}

/** In the engine's words: decoding errors, those of its verifiers, then what stops it later. */
export const integrityErrorsOf = (document: StateDocument): string[] => messages(integrityErrors(document))

const messages = (found: readonly Reason[]): string[] => found.map(({ message }) => message)

function integrityErrors({ deployment }: StateDocument, renamed?: ReadonlyMap<string, string>): Reason[] {
  const now = (urn: string) => renamed?.get(urn) ?? urn
  return [
    ...decodingFaults(deployment).map(({ urn, message }) => ({
      key: `${now(urn)} ${message}`,
      message,
      isFatal: true,
    })),
    ...verify(deployment).map(({ rule, verifier, urn = '', target = '', message }) => ({
      key: `${rule} ${now(urn)} ${now(target)}`,
      message,
      isFatal: verifier !== 'B',
    })),
    ...missingExtensions(deployment).map(({ urn, name, message }) => ({
      key: `extension ${now(urn)} ${name}`,
      message,
      isFatal: false,
    })),
  ]
}

/** The first reason that is new. Of several with the same key, as many as before are not new. */
function firstNew(was: readonly Reason[], is: readonly Reason[]): Reason | undefined {
  const counts = new Map<string, number>()
  for (const { key } of was) counts.set(key, (counts.get(key) ?? 0) + 1)
  return is.find(({ key }) => {
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left === 0
  })
}
