import { number } from '#words/counts.ts'
import { preview, refreshPreview } from '../../commands.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'

/** Something was created and no state tells of it (GR-35): the ledger has a line for each, until it is answered. */
export const resolveUntracked: GuidedRecovery = {
  id: 'resolve-untracked',
  number: 35,
  phase: 'pending',
  title: 'Something was created without any record',
  commands: 'compare',
  docs: {
    documented: 'Search the cloud',
    does: 'A ledger from the events: type, name, id, time; open until each is adopted or deleted',
    refuses: 'To take an entry off the ledger without saying what became of it',
  },
  finding: ({ unanswered = [] }) => {
    if (unanswered.length === 0) return undefined
    const count = unanswered.length
    return {
      tone: 'danger',
      title:
        count === 1
          ? 'One object may exist that no state knows'
          : `${number(count)} objects may exist that no state knows`,
      explanation:
        'They were created, or begun, by a run that was cut off; their entries are not in the state, or left it without anybody saying what became of them. Each stays in the orphan ledger until somebody has said it.',
      evidence: unanswered
        .slice(0, 5)
        .map(({ name, story, since }) => ({ what: `${name}: ${story}`, source: 'history' as const, at: since })),
      couldBeLost: 'Track of what exists, is billed and is managed by nobody.',
      level: 2,
      items: unanswered
        .slice(0, 50)
        .map(({ name, resourceType, resourceId }) => `${name} (${resourceType})${resourceId ? `, ${resourceId}` : ''}`),
    }
  },
  guide: ({ stack, unanswered = [] }) => ({
    explanation:
      'A run that saves only at its end (PULUMI_SKIP_CHECKPOINTS), or that died before it saved, leaves objects of which only its events tell.',
    steps: [
      { text: 'Open the orphan ledger: it names type, id, place and time of each.', commands: [] },
      {
        text: 'Wanted: adopt it, with the command that stands there.',
        commands: unanswered.slice(0, 5).map(({ importCommand }) => importCommand),
      },
      { text: 'Not wanted: delete it in the cloud first, and say so there.', commands: [] },
      { text: 'Then see what the state says.', commands: [refreshPreview(stack), preview(stack)] },
    ],
    never: ['Do not run up before each is answered: it creates second copies, or fails because the names are taken.'],
    checks: [{ what: 'Every object is answered for.', ok: unanswered.length === 0 }],
    stopAndAsk: ['An object holds data, or other live objects name it.'],
  }),
}
