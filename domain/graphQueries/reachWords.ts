import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { counted, number, plural } from '#words/counts.ts'
import { type Question, type Reached, stakeOf } from './reach.ts'
import { RELATION } from './relationKinds.ts'

/** What happens to a reached resource, in a few words. */
export function effectOn(
  { index, kinds, certainty }: Pick<Reached, 'index' | 'kinds' | 'certainty'>,
  question: Question,
  { flags }: Pick<GraphColumns, 'flags'>,
): string {
  const bits = flags[index] ?? 0
  const has = (flag: keyof typeof GRAPH_FLAG) => (bits & GRAPH_FLAG[flag]) !== 0
  if (question === 'needs') return 'Needed'
  if (question === 'replace') {
    if (certainty === 'certain') return has('protect') ? 'Refused' : 'Replaced'
    return (kinds & RELATION.deletedWith) !== 0 ? 'May go with it' : has('custom') ? 'May change' : 'May pass it on'
  }
  if (has('protect')) return 'Refused'
  if (has('retainOnDelete')) return 'Kept in the cloud'
  if (has('external') || !has('custom')) return 'Leaves the state'
  return (kinds & RELATION.deletedWith) !== 0 ? 'Goes with it' : 'Deleted'
}

/** A part of the reached resources that can be shown alone. */
export type ReachPart = {
  key: 'protected' | 'stateful' | 'certain' | 'may' | 'touched'
  label: string
  members: Reached[]
}

/**
 * The parts of the reached resources that have members. `touched`: the resources that the last update touched, with its
 * title.
 */
export function partsOf(
  graph: Pick<GraphColumns, 'flags' | 'type' | 'types'>,
  reached: readonly Reached[],
  touched?: { title: string; has: (index: number) => boolean },
): ReachPart[] {
  const part = (key: ReachPart['key'], label: string, isMember: (each: Reached) => boolean): ReachPart => ({
    key,
    label,
    members: reached.filter(isMember),
  })
  const parts = [
    part('protected', 'Protected', ({ index }) => stakeOf(graph, index) === 'protected'),
    part('stateful', 'Hold data', ({ index }) => stakeOf(graph, index) === 'stateful'),
    part('certain', 'Certain', ({ certainty }) => certainty === 'certain'),
    part('may', 'May change', ({ certainty }) => certainty === 'may'),
    part('touched', `Touched by ${touched?.title ?? ''}`, ({ index }) => touched?.has(index) === true),
  ]
  // A filter by certainty is offered only if there are uncertain ones.
  const isMixed = parts.some(({ key, members }) => key === 'may' && members.length > 0)
  return parts.filter(({ key, members }) => members.length > 0 && (key !== 'certain' || isMixed))
}

/** The answer in sentences. `names`: the resources asked about; `waiting`: as in `Reach`. */
export function reachSummary({
  question,
  names,
  count,
  waiting,
  parts,
}: {
  question: Question
  names: string
  count: number
  waiting: number
  parts: readonly ReachPart[]
}): string {
  const countOf = (key: ReachPart['key']) => parts.find((part) => part.key === key)?.members.length ?? 0
  const stateful = countOf('stateful')
  const sentences = {
    needs: () => [count === 0 ? `${names} needs nothing.` : `${names} needs ${counted(count, 'resource')}.`],
    delete: () => deleteSentences(names, count, countOf('protected')),
    replace: () => replaceSentences(names, { count, may: countOf('may'), waiting }),
  }[question]()
  if (stateful > 0) sentences.push(`${counted(stateful, 'holds', 'hold')} data.`)
  return sentences.join(' ')
}

function deleteSentences(names: string, count: number, shielded: number): string[] {
  if (count === 0) return [`Nothing depends on ${names}.`]
  const sentences = [`Deleting ${names} also deletes ${counted(count, 'resource')}.`]
  if (shielded > 0) sentences.push(`${counted(shielded, 'is', 'are')} protected, so the engine refuses.`)
  return sentences
}

function replaceSentences(
  names: string,
  { count, may, waiting }: { count: number; may: number; waiting: number },
): string[] {
  const certain = count - may
  const sentences =
    count === 0
      ? [`A replacement of ${names} changes nothing else.`]
      : certain === 0
        ? [`A replacement of ${names} may change ${counted(count, 'resource')}: the provider decides.`]
        : [
            `A replacement of ${names} replaces ${counted(certain, 'resource')}${may > 0 ? `, and may change ${number(may)} more` : ''}.`,
          ]
  if (waiting > 0) {
    const stay = `${plural(waiting, 'stays', 'stay')} as ${plural(waiting, 'it is', 'they are')}`
    sentences.push(`${counted(waiting, 'waits', 'wait')} for it (dependsOn) and ${stay}.`)
  }
  return sentences
}

/** What the preview of the engine tells that the state does not. */
export const previewHints = {
  delete: 'Without --target-dependents the engine refuses as long as anything depends on it.',
  replace:
    'Whether the old one is deleted before the new one is created (deleteBeforeReplace), the program and the provider decide, not the state. If so, what must be replaced as well is deleted first.',
} as const satisfies Partial<Record<Question, string>>
