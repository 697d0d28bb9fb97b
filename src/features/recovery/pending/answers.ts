import type { z } from 'zod'
import type { Basis } from '#contract/common.ts'
import type { ConfirmationLevel, PendingAnswer, PendingItem, WayChoice } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'

/** What the person has read: the state of this version, and what is pending in it. */
export type Read = { basis: z.infer<typeof Basis>; items: readonly PendingItem[] }

/** What a person has said so far of one operation. No answer is ever set by the console itself. */
export type Said = { answer?: PendingAnswer; statement: string }
export type Answers = Readonly<Record<string, Said>>

/**
 * Whether an answer wants the words of who looked: by its nature, or because of the level
 * (docs/recovery.md, Confirmation levels).
 */
export function wantsStatement(item: PendingItem, said: Said | undefined, level: ConfirmationLevel): boolean {
  if (said?.answer === undefined || said.answer === 'keep') return false
  return level === 3 || item.answers.find(({ answer }) => answer === said.answer)?.needsStatement !== false
}

/** The least that a recovery asks for before a plan has told: all at once always asks for everything. */
export const leastLevel = (recovery: RecoveryId): ConfirmationLevel => (recovery === 'resolve-operations' ? 3 : 0)

export const isAnswered = (answers: Answers, { key }: PendingItem): boolean => answers[key]?.answer !== undefined

/** How far the person is with one operation. `noteMissing`: the answer is chosen, and its note is still to be written. */
export type Progress = 'open' | 'noteMissing' | 'answered'

export function progressOf(item: PendingItem, said: Said | undefined, level: ConfirmationLevel): Progress {
  if (said?.answer === undefined) return 'open'
  return wantsStatement(item, said, level) && said.statement.trim() === '' ? 'noteMissing' : 'answered'
}

/** The operations of which something is still to be said: an answer, or its note. */
export const stillOpen = (items: readonly PendingItem[], answers: Answers, level: ConfirmationLevel): PendingItem[] =>
  items.filter((item) => progressOf(item, answers[item.key], level) !== 'answered')

/** Why the next step is not open yet, in a sentence; undefined when it is. */
export function whyNotNext(
  items: readonly PendingItem[],
  answers: Answers,
  level: ConfirmationLevel,
): string | undefined {
  if (items.length === 0) return 'Choose at least one operation.'
  const named = (progress: Progress, words: string) => {
    const found = items.filter((item) => progressOf(item, answers[item.key], level) === progress)
    const names = found.slice(0, 3).map(({ name }) => name)
    const more = found.length > 3 ? ` and ${found.length - 3} more` : ''
    return found.length > 0 ? [`${words}: ${names.join(', ')}${more}.`] : []
  }
  const missing = [...named('open', 'Unresolved'), ...named('noteMissing', 'Missing a note for')]
  if (missing.length > 0) return missing.join(' ')
  return items.every(({ key }) => answers[key]?.answer === 'keep')
    ? 'Nothing would change: of every operation you say that you do not know yet.'
    : undefined
}

/** The answers as they are sent. For a plan the statements are left out: they change nothing in it. */
export const asChoices = (
  items: readonly PendingItem[],
  answers: Answers,
  statements: 'with' | 'without',
): z.input<typeof WayChoice>[] =>
  items.flatMap(({ key }) => {
    const said = answers[key]
    if (said?.answer === undefined) return []
    const statement = said.statement.trim()
    return [{ problem: key, way: said.answer, ...(statements === 'with' && statement !== '' && { statement }) }]
  })

/**
 * Takes answers along to a state that has moved on: for operations that are still pending in the same situation. The rest
 * has to be answered anew, and the sentences say why.
 */
export function carriedOver(old: Read, answers: Answers, now: Read): { kept: Answers; changed: string[] } {
  const kept: Record<string, Said> = {}
  const changed: string[] = []
  const left = [...now.items]
  for (const item of old.items) {
    const index = left.findIndex(({ type, urn }) => type === item.type && urn === item.urn)
    const same = left[index]
    if (!same) {
      changed.push(`${item.name} (${item.type}) is no longer pending.`)
      continue
    }
    left.splice(index, 1)
    const said = answers[item.key]
    const isOffered = same.answers.some(({ answer }) => answer === said?.answer)
    if (same.situation !== item.situation) {
      changed.push(`${item.name} (${item.type}) stands differently now. ${same.meaning}`)
      if (said && said.statement !== '') kept[same.key] = { statement: said.statement }
    } else if (said && (said.answer === undefined || isOffered)) kept[same.key] = said
  }
  for (const item of left) changed.push(`${item.name} (${item.type}) is pending since.`)
  if (now.basis.version !== old.basis.version) {
    changed.unshift(`The state is at version ${now.basis.version} now; you had read version ${old.basis.version}.`)
  } else if (now.basis.hash !== old.basis.hash) changed.unshift('The state was written anew since you read it.')
  return { kept, changed }
}
