import { counted, number, plural } from '#words/counts.ts'
import type { Guide } from '#contract/recoveries.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { oldestCli } from '../../state/oldestCli.ts'
import { preview } from '../../commands.ts'
import { withUnknownOutputs } from '../../state/unknownOutputs.ts'
import { shortType } from '../../state/shortType.ts'
import { urnName } from '../../state/urn.ts'
import { check } from '../check.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { refreshFirst, refreshOf } from './refreshFirst.ts'

const unread = ({ document }: Pick<Facts, 'document'>): Resource[] => withUnknownOutputs(document.deployment.resources)

const commandFor = ({ stack, pending }: Facts, entries: readonly Resource[]): string =>
  refreshOf(stack, entries, { hasPendingCreates: pending.some(({ type }) => type === 'creating') })

/** Adopted resources that no run has read yet (GR-36): an update that compares them with the program would replace them. */
export const readOutputs: GuidedRecovery = {
  id: 'read-outputs',
  number: 36,
  phase: 'outputs',
  title: 'Adopted resources with unknown outputs',
  commands: 'none',
  docs: {
    documented: 'Edit the JSON, and update',
    does: 'Marks adopted entries so that the engine reads them before an update; gives the targeted refresh; stays until a run has read each',
    refuses: 'To call the stack healthy, or to name an update first',
  },
  finding: (facts) => {
    const entries = unread(facts)
    if (entries.length === 0 || facts.lastRun?.status === 'running') return undefined
    const count = entries.length
    return {
      tone: 'danger',
      title: plural(
        count,
        'The outputs of an adopted resource are unknown',
        `The outputs of ${number(count)} adopted resources are unknown`,
      ),
      ban: `Don’t run pulumi up yet: ${plural(count, 'the adopted resource was never compared with the program; an update could replace it.', `the ${number(count)} adopted resources were never compared with the program; an update could replace them.`)}`,
      explanation: '',
      evidence: [
        {
          what: `Adopted, and not read since: ${entries
            .slice(0, 5)
            .map(({ urn, id }) => `${urnName(urn)} (ID ${id})`)
            .join(', ')}${count > 5 ? `, and ${number(count - 5)} more` : ''}.`,
          source: 'state',
          at: null,
        },
      ],
      couldBeLost: plural(
        count,
        'The resource, if an update replaces it.',
        'The resources, if an update replaces them.',
      ),
      level: 0,
      items: entries.slice(0, 50).map(({ urn, type, id }) => `${urnName(urn)} (${shortType(type)}, ID ${id})`),
    }
  },
  guide: (facts) => {
    const entries = unread(facts)
    const one = plural(entries.length, 'it', 'one')
    return {
      ...(entries.length > 0 && {
        title: `Refresh ${counted(entries.length, 'adopted resource')}, then preview`,
      }),
      explanation:
        'A refresh reads each from the provider and fills in its outputs. If a resource does not exist, the refresh removes its entry from the state.',
      steps: [
        ...(entries.length === 0
          ? []
          : [
              {
                ...stepFor(facts, entries),
                // With the wrong credentials, every resource seems to be gone.
                text: `Refresh ${plural(entries.length, 'it', `these ${counted(entries.length, 'resource')}`)}. The CLI shows the changes and asks: if it would delete ${plural(entries.length, 'it', 'one of them')}, answer no, and check the account and region first.`,
              },
            ]),
        { text: 'See what the program would change.', commands: [preview(facts.stack)] },
        {
          text: `Run pulumi up only if the preview ${plural(entries.length, 'does not delete or replace it', 'deletes or replaces none of them')}. If it would replace ${one}, change the program to match the cloud; if it would delete ${one}, declare it in the program. Then preview again.`,
          commands: [],
          isInTerminal: true,
        },
      ],
      never: [],
      checks: [
        check(
          entries.length === 0,
          'The outputs of all resources are known.',
          `Not refreshed yet: ${counted(entries.length, 'resource')}.`,
        ),
      ],
      stopAndAsk: [],
    }
  },
}

const stepFor = (facts: Facts, entries: readonly Resource[]): Guide['steps'][number] => ({
  text: refreshFirst(entries),
  commands: [commandFor(facts, entries)],
  needs: `Needs CLI ${oldestCli('refreshBeforeUpdate')} or newer: an older one refuses this state.`,
})

/** The same guide with the refresh of entries with unknown outputs as its first step: no other command goes before it. */
export function refreshingFirst(guide: Guide, facts: Facts): Guide {
  const entries = unread(facts)
  return entries.length === 0 ? guide : { ...guide, steps: [stepFor(facts, entries), ...guide.steps] }
}
