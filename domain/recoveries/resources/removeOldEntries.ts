import type { StateDocument } from '../../state/checkpoint.ts'
import { counted, plural } from '#words/counts.ts'
import { preview, stateDelete, up } from '../../commands.ts'
import { deleteResources } from '../../edits/deleteResources.ts'
import { urnName } from '../../state/urn.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { option } from '../options.ts'
import { named } from '../named.ts'
import { check } from '../check.ts'

const oldEntries = ({ document }: Facts) => (document.deployment.resources ?? []).filter((entry) => entry.delete)

/** Entries that are marked for deletion and never deleted (GR-22). */
export const removeOldEntries: GuidedRecovery = {
  id: 'remove-old-entries',
  number: 22,
  phase: 'replaced',
  title: 'Replaced resources that are never deleted',
  commands: 'none',
  docs: {
    documented: 'Remove them from the JSON',
    does: 'Shows why the delete fails; removes the entries of what is certainly gone',
    refuses: 'To remove the mark, which would leave two live entries with one URN',
  },
  finding: (facts) => {
    const old = oldEntries(facts)
    if (old.length === 0 || facts.lastRun?.status === 'running') return undefined
    return {
      tone: 'attention',
      title: `${counted(old.length, 'replaced resource')} ${plural(old.length, 'is', 'are')} pending deletion`,
      explanation:
        'They were replaced, and the old resources are not deleted yet. The next `pulumi up` deletes them; if that fails repeatedly, its message says why.',
      evidence: old.slice(0, 5).map(({ urn, id }) => ({
        what: `${urnName(urn)} is marked to be deleted${id ? `, id ${id}` : ''}.`,
        source: 'state',
        at: null,
      })),
      couldBeLost: 'Resources that still exist, if their entries are removed instead.',
      level: 2,
      items: old.slice(0, 50).map(({ urn, id }) => `${urnName(urn)}${id ? ` (${id})` : ''}`),
    }
  },
  problems: (facts) =>
    oldEntries(facts).map(({ urn, id = '', type }) => ({
      id: `old:${urn}::${id}`,
      title: `The former ${urnName(urn)} waits to be deleted.`,
      explanation: 'A replacement created a new resource; this entry is the old one.',
      urns: [urn],
      evidence: (facts.failed.find((step) => step.urn === urn)?.messages ?? []).slice(0, 3).map((message) => ({
        what: message.slice(0, 1000),
        source: 'events' as const,
        at: facts.lastRun?.endedAt ?? null,
      })),
      clues: [{ label: 'Type', value: type }, ...(id ? [{ label: 'Id', value: id }] : [])],
      options: [
        option(
          {
            id: 'forget',
            title: 'Remove it: I checked, and the old resource is gone',
            risk: 'If the old object is still there, it keeps running untracked and billed.',
            level: 2,
          },
          { needsStatement: true, removes: [urn], terminal: [stateDelete(facts.stack, urn)] },
        ),
      ],
      suggested: null,
      advice: 'Prefer `pulumi up`: it deletes the resource and the entry.',
    })),
  apply: ({ document }, chosen) =>
    deleteResources(
      document,
      chosen.map(({ problem: { id, urns } }) => ({ urn: urns[0] ?? '', id: id.slice(`old:${urns[0]}::`.length) })),
      { withDependents: false },
    ),
  guide: ({ stack, document }) => ({
    explanation: 'Let an update delete them; remove only what is certainly gone.',
    steps: [
      { text: 'Preview: the deletes should be all that it shows for them.', commands: [preview(stack)] },
      { text: 'Update.', commands: [up(stack)] },
      {
        text: `If a delete fails again, its message says why: fix the cause, see ${named('finish-destroy')}, or delete the resource in the cloud and remove the entry below.`,
        commands: [],
      },
    ],
    never: ['Don’t remove the mark by hand: the state would have two live entries with one URN.'],
    checks: [
      check(
        waiting(document) === 0,
        'No replaced resource waits to be deleted.',
        `${counted(waiting(document), 'replaced resource waits', 'replaced resources wait')} to be deleted.`,
      ),
    ],
    stopAndAsk: [],
  }),
}

const waiting = ({ deployment }: StateDocument): number =>
  (deployment.resources ?? []).filter((entry) => entry.delete).length
