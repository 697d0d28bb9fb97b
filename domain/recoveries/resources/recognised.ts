import type { Evidence } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { recogniseErrors, type Recognised } from '../../errorDictionary/recogniseErrors.ts'
import type { Facts } from '../guidedRecovery.ts'

const known = new WeakMap<Facts['messages'], Recognised[]>()

/** The errors in the last run's messages that the error dictionary assigns to a recovery. */
export function recognisedFor({ messages }: Facts, id: RecoveryId): Recognised[] {
  let all = known.get(messages)
  if (!all) {
    all = recogniseErrors(messages.map(({ text }) => text).join('\n\n'))
    known.set(messages, all)
  }
  return all.filter(({ recoveries }) => recoveries.includes(id))
}

/** The messages as evidence, one line each. */
export const messageEvidence = (facts: Facts, found: readonly Recognised[]): Evidence[] =>
  found.slice(0, 5).map(({ fragment, title }) => ({
    what: `${title}: ${firstLineWith(facts, fragment) ?? fragment}`,
    source: 'events',
    at: facts.lastRun?.endedAt ?? null,
  }))

const LONGEST = 300

/** The first line with the longest plain word of a fragment: fragments contain placeholders. */
function firstLineWith({ messages }: Facts, fragment: string): string | undefined {
  const word = fragment
    .split(/[{}…'"`\s]+/)
    .toSorted((a, b) => b.length - a.length)[0]
    ?.toLowerCase()
  if (!word) return undefined
  for (const { text } of messages) {
    const line = text.split('\n').find((each) => each.toLowerCase().includes(word))
    if (line) return line.trim().slice(0, LONGEST)
  }
  return undefined
}
