import type { StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { verify } from '../state/integrity.ts'

/**
 * Whether a state may be written over another one. `valid`: the engine decodes it, and both verifiers accept it. `better`:
 * invalid still, but strictly less so than the one before; a person has to confirm that at level 3. `refused`: neither,
 * which an invalid state also is to itself.
 */
export type Verdict = {
  is: 'valid' | 'better' | 'refused'
  /** Objections to the state before and to the state after, in the engine's words. */
  before: string[]
  after: string[]
  /** The engine can work with the state after: only the verifier that runs at a write may object to it. */
  isReadable: boolean
  /** Why it is refused. `invalidState`: it is as broken as it was; `wouldBreak`: something breaks. */
  refusal?: { code: 'invalidState' | 'wouldBreak'; message: string }
}

/** One reason for which the engine refuses a state. Equal keys name the same reason in two states. */
type Objection = { key: string; message: string; isFatal: boolean }

/** The rule for every write of a person, for every caller (docs/recovery.md, Rules of a write, 5). */
export function verdictOf(
  before: StateDocument,
  after: StateDocument,
  urnsChanged: readonly { from: string; to: string }[] = [],
): Verdict {
  const renamed = new Map(urnsChanged.map(({ from, to }) => [from, to]))
  const was = objections(before, renamed)
  const is = after === before ? was : objections(after)
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

/** In the engine's words: what it cannot decode, then what its verifiers object to. */
export const objectionsTo = (document: StateDocument): string[] => messages(objections(document))

const messages = (found: readonly Objection[]): string[] => found.map(({ message }) => message)

function objections({ deployment }: StateDocument, renamed?: ReadonlyMap<string, string>): Objection[] {
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
  ]
}

/** The first objection that was not there before; of several with one key, as many as there were. */
function firstNew(was: readonly Objection[], is: readonly Objection[]): Objection | undefined {
  const counts = new Map<string, number>()
  for (const { key } of was) counts.set(key, (counts.get(key) ?? 0) + 1)
  return is.find(({ key }) => {
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left === 0
  })
}
