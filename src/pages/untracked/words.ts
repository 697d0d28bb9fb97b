import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Hourglass from 'lucide-react/icons/hourglass'
import type { UntrackedResource, UntrackedAnswer } from '#contract/untracked.ts'
import type { Icon } from '#src/ui/icon.ts'
import type { Tone } from '#src/ui/tone.ts'

/**
 * A resource that is still pending in a live stack is answered in its recovery, which also removes the operation from
 * the state.
 */
export const mayAnswer = ({ isPending, isStackDeleted, resolved }: UntrackedResource): boolean =>
  resolved === null && (!isPending || isStackDeleted)

type Story = {
  /** What happened, in a word or two. */
  label: string
  /** By the harm that it may do. */
  tone: Tone
  Icon: Icon
  /** What the update that the row names did. */
  by: string
}

/** What may have become of a resource, worst first: what exists costs money, what nobody knows may. */
const STORIES = {
  created: { label: 'Created, but in no state', tone: 'danger', Icon: CircleDollarSign, by: 'created by' },
  late: { label: 'Reported too late', tone: 'danger', Icon: CircleDollarSign, by: 'created by' },
  // The sign that it has on the page of its update: it may or may not exist.
  unknown: { label: 'Outcome unknown', tone: 'attention', Icon: CircleHelp, by: 'started by' },
  dropped: { label: 'Dropped', tone: 'attention', Icon: CircleSlash, by: 'started by' },
  pending: { label: 'Pending', tone: 'attention', Icon: Hourglass, by: 'started by' },
} as const satisfies Record<string, Story>

type Told = Pick<UntrackedResource, 'isPending' | 'source' | 'resourceId'>

function storyName({ isPending, source, resourceId }: Told): keyof typeof STORIES {
  if (isPending) return 'pending'
  if (source === 'pending') return 'dropped'
  if (source === 'late') return 'late'
  return resourceId === null ? 'unknown' : 'created'
}

/** What happened, in words, with its sign. */
export const lookOf = (resource: Told): Story => STORIES[storyName(resource)]

/** The place of its story among all, worst first. */
export const harmOf = (resource: Told): number => Object.keys(STORIES).indexOf(storyName(resource))

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
