import { counted } from '#words/counts.ts'
import { preview, refreshPreview } from '../../commands.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'

/** A resource was created and no state tracks it (GR-35): an untracked resource until it is resolved. */
export const resolveUntracked: GuidedRecovery = {
  id: 'resolve-untracked',
  number: 35,
  phase: 'pending',
  page: 'untracked',
  title: 'Untracked resources',
  commands: 'compare',
  docs: {
    documented: 'Search the cloud',
    does: 'Lists them from the events: type, name, ID, time; open until each is adopted or deleted',
    refuses: 'To take one off the list without saying how it was resolved',
  },
  finding: ({ untracked = [] }) => {
    if (untracked.length === 0) return undefined
    const count = untracked.length
    return {
      tone: 'danger',
      title: `${counted(count, 'untracked resource')} may exist`,
      explanation:
        'An interrupted update created them, or started to, and the state doesn’t have them. Each stays listed under Untracked resources until someone resolves it.',
      evidence: untracked
        .slice(0, 5)
        .map(({ name, story, since }) => ({ what: `${name}: ${story}`, source: 'history' as const, at: since })),
      couldBeLost: 'Resources that exist keep running untracked and billed.',
      level: 2,
      items: untracked
        .slice(0, 50)
        .map(({ name, resourceType, resourceId }) => `${name} (${resourceType})${resourceId ? `, ${resourceId}` : ''}`),
    }
  },
  guide: ({ stack, untracked = [] }) => ({
    explanation:
      'An update that saves only at its end (PULUMI_SKIP_CHECKPOINTS), or that died before it saved, leaves resources that only its event log shows.',
    steps: [
      { text: 'Open Untracked resources: it shows the type, ID, location and time of each.', commands: [] },
      {
        text: 'Wanted: import it with the command shown there.',
        commands: untracked.flatMap(({ importCommand }) => importCommand ?? []).slice(0, 5),
      },
      { text: 'Unwanted: delete it in the cloud first, then resolve it there.', commands: [] },
      { text: 'Then check the state.', commands: [refreshPreview(stack), preview(stack)] },
    ],
    never: [
      'Don’t run pulumi up before each is resolved: it creates duplicates, or fails because the names are taken.',
    ],
    checks: [
      {
        what:
          untracked.length === 0
            ? 'No untracked resource is left.'
            : `${counted(untracked.length, 'resource')} unresolved.`,
        ok: untracked.length === 0,
      },
    ],
    stopAndAsk: ['A resource holds data, or other resources refer to it.'],
  }),
}
