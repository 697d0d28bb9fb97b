import { shortType } from '../../state/shortType.ts'
import { urnName } from '../../state/urn.ts'
import { preview, unprotectNow } from '../../commands.ts'
import { cliName } from '../../stackName.ts'
import { shell } from '../../shell.ts'
import { unprotect } from '../../edits/flags.ts'
import type { Facts, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import { messageEvidence, recognisedFor } from './recognised.ts'
import { option } from '../options.ts'

/** With their index, as an invalid state may have several live entries of one URN. */
const protectedOf = ({ document }: Facts) =>
  [...(document.deployment.resources ?? []).entries()].filter(([, entry]) => entry.protect && !entry.delete)

/** Resources whose protection prevented a delete or a replacement (GR-20). */
export const removeProtection: GuidedRecovery = {
  id: 'remove-protection',
  number: 20,
  phase: 'protection',
  title: 'Protected resources',
  commands: 'none',
  offer: { in: 'changes', text: 'List protected resources and unprotect them one at a time.' },
  docs: {
    documented: '`pulumi state unprotect --all`',
    does: 'Lists what is protected and since when; unprotects chosen ones; gives the destroy that excludes them',
    refuses: 'To unprotect everything unread',
  },
  finding: (facts) => {
    const found = recognisedFor(facts, 'remove-protection')
    if (found.length === 0) return undefined
    const entries = protectedOf(facts)
    return {
      isOfLastRun: true,
      tone: 'attention',
      title: 'Protection stopped the last run',
      explanation:
        'A protected resource cannot be deleted or replaced. That is what the protection is for: take it off one by one, in the state and in the program.',
      evidence: messageEvidence(facts, found),
      couldBeLost: 'Protection: the next run may delete it.',
      level: 2,
      items: entries.slice(0, 50).map(([, { urn, type }]) => `${urnName(urn)} (${shortType(type)})`),
    }
  },
  problems: (facts) =>
    protectedOf(facts).map(([at, entry]) => ({
      id: `protect:${at}:${entry.urn}`,
      title: `${urnName(entry.urn)} is protected.`,
      explanation: sinceOf(facts, entry.urn),
      urns: [entry.urn],
      evidence: [],
      clues: [{ label: 'Type', value: entry.type }, ...(entry.id ? [{ label: 'Id', value: entry.id }] : [])],
      options: [
        option(
          {
            id: 'unprotect',
            title: 'Take the protection off in the state',
            risk: 'Afterwards an update or a destroy may delete the resource and its data.',
            level: 2,
          },
          { terminal: [unprotectNow(facts.stack, entry.urn)] },
        ),
      ],
      suggested: null,
      advice: 'A program that still has protect: true restores it at the next update: remove it there too.',
    })),
  apply: ({ document }, chosen) =>
    unprotect(
      document,
      chosen.flatMap(({ problem: { urns } }) => urns),
    ),
  guide: ({ stack }) => ({
    explanation: 'Leave the protected resources out of the destroy, or take their protection off one by one.',
    steps: [
      {
        text: 'Destroy everything else.',
        commands: [shell`pulumi destroy --exclude-protected --stack ${cliName(stack)}`],
      },
      { text: 'Or take protect: true out of the program, and let one update take it off.', commands: [preview(stack)] },
    ],
    never: ['Don’t take all protection off to get a destroy through without having read the list.'],
    checks: [],
    stopAndAsk: ['The resource holds data.', 'It is used by another stack.'],
  }),
}

/** Since when the resource is protected, according to the former versions that were read. */
function sinceOf({ earlier }: FactsWithEarlier, urn: string): string {
  const without = earlier.find(({ deployment }) =>
    deployment.resources?.some((entry) => entry.urn === urn && !entry.delete && !entry.protect),
  )
  return without
    ? `The engine refuses to delete or replace it. In version ${without.version} it was not protected yet.`
    : 'The engine refuses to delete or replace it.'
}
