import type { UntrackedResource, UntrackedAnswer } from '#contract/untracked.ts'
import type { Tone } from '#src/ui/tone.ts'

/**
 * A resource that is still pending in a live stack is answered in its recovery, which also removes the operation from
 * the state.
 */
export const mayAnswer = ({ isPending, isStackDeleted, resolved }: UntrackedResource): boolean =>
  resolved === null && (!isPending || isStackDeleted)

/** It may or may not have been created: with the sign that it has on the page of its update. */
export const OUTCOME_UNKNOWN = 'Outcome unknown'

/** What happened, in a word or two, before its story. */
export function storyLabel({
  isPending,
  source,
  resourceId,
}: Pick<UntrackedResource, 'isPending' | 'source' | 'resourceId'>): string {
  if (isPending) return 'Pending'
  if (source === 'pending') return 'Dropped'
  if (source === 'late') return 'Reported too late'
  return resourceId === null ? OUTCOME_UNKNOWN : 'Created, in no state'
}

export const answerWords = {
  doesNotExist: { title: 'It does not exist', description: 'You looked for it, and it is not there.' },
  adopted: {
    title: 'It was adopted',
    description: 'It exists, and an entry of a state manages it now (pulumi import).',
  },
  deleted: {
    title: 'It was deleted in the cloud',
    description: 'It existed, no one wanted it, and you deleted it there.',
  },
  other: { title: 'Something else', description: 'It is kept on purpose, or someone else handles it: say how.' },
} as const satisfies Record<UntrackedAnswer, { title: string; description: string }>

export const outcomeWords = {
  doesNotExist: { label: 'Does not exist', tone: 'ok' },
  adopted: { label: 'Adopted', tone: 'ok' },
  deleted: { label: 'Deleted in the cloud', tone: 'ok' },
  other: { label: 'Answered', tone: 'ok' },
  recovery: { label: 'Answered in a recovery', tone: 'ok' },
  accounted: { label: 'Accounted for', tone: 'ok' },
} as const satisfies Record<NonNullable<UntrackedResource['resolved']>['outcome'], { label: string; tone: Tone }>
