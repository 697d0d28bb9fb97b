import type { Problem } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { preview, refreshTarget, stateDelete, stateDeleteAll } from '../../commands.ts'
import { cliName } from '../../stackName.ts'
import { shell } from '../../shell.ts'
import { deleteResources, dependentsOf, listed } from '../../edits/deleteResources.ts'
import { urnName, urnType } from '../../state/urn.ts'
import type { FailedStep, Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { option } from '../options.ts'
import { named } from '../named.ts'
import { check } from '../check.ts'
import { again } from '../again.ts'

/** Reasons for which clouds refuse to delete something, recognised by the message, with advice. */
const CAUSES: readonly { when: RegExp; what: string; advice: string }[] = [
  {
    when: /protect/i,
    what: 'It is protected.',
    advice: `Take the protection off first, see ${named('remove-protection')}, or leave it out of the destroy.`,
  },
  {
    when: /replicated function/i,
    what: 'The cloud removes it by itself later: copies of an edge function take hours.',
    advice: 'Wait some hours, then refresh it.',
  },
  {
    when: /not ?empty|BucketNotEmpty/i,
    what: 'It is not empty.',
    advice: 'Empty it, or set the resource’s own option to empty it (for example forceDestroy) and update once.',
  },
  {
    when: /DependencyViolation|has dependencies|in use|ResourceInUse|DeleteConflict/i,
    what: 'Something that this stack does not manage depends on it.',
    advice: 'Find what uses it (network interfaces and security groups are the usual ones), and remove that.',
  },
  {
    when: /AccessDenied|Unauthorized|Forbidden|\b403\b/i,
    what: 'The credentials of the run may not delete it.',
    advice: 'Give them the permission, or use others.',
  },
  {
    when: /time[d ]?-?out|deadline/i,
    what: 'It took longer than the run would wait.',
    advice: 'Check whether it is gone by now; raise customTimeouts.delete in the program.',
  },
  {
    when: /not ?found|does not exist|NoSuch|\b404\b/i,
    what: 'It is gone already, and the provider reports that as an error.',
    advice: 'Refresh it: that removes a deleted resource from the state.',
  },
  {
    when: /connection refused|no such host|unreachable|could not load provider|configured Kubernetes cluster is unreachable/i,
    what: 'What its provider needs (a cluster, a host) cannot be reached, or was deleted before it.',
    advice: 'If its host is certainly gone, remove the entry; nothing else can reach it.',
  },
]

/** Without a summary of the run, it is not known that it deleted nothing. */
const deletedSome = ({ lastRun }: Facts): boolean =>
  lastRun?.resourceChanges == null ||
  Object.entries(lastRun.resourceChanges).some(([op, count]) => op.startsWith('delete') && count > 0)

const deletesOf = ({ failed }: Facts): FailedStep[] => failed.filter(({ op }) => /^(delete|discard)$/.test(op))

/**
 * The live entry that could not be deleted. If an old entry with the same URN is marked for deletion, that is the one
 * that failed, and a case for GR-22: returns undefined, so that the live entry is not mistaken for it.
 */
function entryOf({ document }: Facts, urn: string): Resource | undefined {
  const entries = document.deployment.resources?.filter((entry) => entry.urn === urn) ?? []
  return entries.length === 1 && !entries[0]?.delete ? entries[0] : undefined
}

/** Failed deletes (GR-21): the cause, what to do, and forgetting only what is certainly gone. */
export const finishDestroy: GuidedRecovery = {
  id: 'finish-destroy',
  number: 21,
  phase: 'rest',
  title: 'A resource cannot be deleted',
  commands: 'none',
  docs: {
    documented: 'Delete by hand in the cloud, then from the JSON',
    does: 'Shows each failure with its cause and fix; removes entries one by one, with a statement',
    refuses: 'To remove an entry because its delete failed',
  },
  finding: (facts) => {
    const failed = deletesOf(facts).filter(({ urn }) => entryOf(facts, urn))
    if (failed.length === 0) return undefined
    const isPossible = failed.some(({ urn }) => {
      const entry = entryOf(facts, urn)
      return entry !== undefined && removedWith(facts, entry).guarded.length === 0
    })
    const [first] = failed
    const { words, command } = again(facts.stack, facts.lastRun?.kind)
    const [cause] = failed.length === 1 ? failed.flatMap((step) => causeOf(step) ?? []) : []
    return {
      isOfLastRun: true,
      tone: 'attention',
      title: `${plural(failed.length, urnName(first?.urn ?? ''), `${number(failed.length)} resources`)} could not be deleted`,
      explanation:
        `${cause ? `${cause.what} ${cause.advice}` : plural(failed.length, 'The cloud’s message names the cause.', 'Each has its own cause, named in the cloud’s message.')}${deletedSome(facts) ? ' Resources that could be deleted are already removed from the state.' : ''} ${cause ? 'Then' : 'Fix the cause, then'} ${words}.` +
        (isPossible
          ? ''
          : ` ${plural(failed.length, 'Its entry', 'Their entries')} cannot be removed here while protected.`),
      again: command,
      evidence: failed.slice(0, 5).map(({ urn, messages }) => ({
        what: `${urnName(urn)}: ${(messages[0] ?? 'no reason was given').slice(0, 300)}`,
        source: 'events',
        at: facts.lastRun?.endedAt ?? null,
      })),
      couldBeLost: 'If you remove an entry and its resource still exists, it keeps running untracked.',
      level: isPossible ? 2 : 0,
      items: failed.slice(0, 50).map(({ urn }) => `${urnName(urn)} (${urnType(urn)})`),
    }
  },
  problems: (facts) =>
    deletesOf(facts).flatMap((step) => {
      const entry = entryOf(facts, step.urn)
      return entry ? [problem(facts, step, entry)] : []
    }),
  apply: ({ document }, chosen) =>
    deleteResources(
      document,
      chosen.flatMap(({ problem: { urns } }) => {
        const [urn] = urns
        const entry = document.deployment.resources?.find((each) => each.urn === urn && !each.delete)
        return entry ? [{ urn: entry.urn, id: entry.id ?? '' }] : []
      }),
      { withDependents: true },
    ),
  guide: (facts) => ({
    explanation: 'Fix the cause in the cloud or in the program, then destroy again: it continues where it stopped.',
    steps: [
      ...deletesOf(facts)
        .slice(0, 20)
        .map((step) => ({
          text: `${urnName(step.urn)}: ${causeOf(step)?.what ?? 'The message does not say why.'} ${causeOf(step)?.advice ?? 'Look at its log.'}`,
          commands: [refreshTarget(facts.stack, step.urn)],
        })),
      { text: 'Then destroy again.', commands: [shell`pulumi destroy --stack ${cliName(facts.stack)}`] },
      { text: 'Only what you kept on purpose should be left.', commands: [preview(facts.stack)] },
    ],
    never: ['Don’t remove an entry because its delete failed: the resource keeps running untracked and billed.'],
    checks: [
      check(
        deletesOf(facts).length === 0,
        'No delete of the last update failed.',
        `${counted(deletesOf(facts).length, 'delete')} of the last update failed.`,
      ),
    ],
    stopAndAsk: ['It holds data.', 'It is used by something outside of this stack.'],
  }),
}

const causeOf = ({ messages }: FailedStep) => CAUSES.find(({ when }) => messages.some((message) => when.test(message)))

/** The entry with its dependents, and those among them that are protected. */
function removedWith({ document }: Facts, entry: Resource): { removes: string[]; guarded: string[] } {
  const resources = document.deployment.resources ?? []
  const dependents = dependentsOf(resources, new Set([resources.indexOf(entry)]))
  const all = [entry, ...dependents.flatMap((at) => resources[at] ?? [])]
  return { removes: all.map(({ urn }) => urn), guarded: all.filter((each) => each.protect).map(({ urn }) => urn) }
}

function problem(facts: Facts, step: FailedStep, entry: Resource): Problem {
  const { removes, guarded } = removedWith(facts, entry)
  const cause = causeOf(step)
  return {
    id: `delete:${step.urn}`,
    title: `${urnName(step.urn)} could not be deleted.`,
    explanation: cause?.what ?? 'The message below is all that is known.',
    urns: [step.urn],
    evidence: step.messages
      .slice(0, 3)
      .map((message) => ({ what: message.slice(0, 1000), source: 'events', at: facts.lastRun?.endedAt ?? null })),
    clues: [{ label: 'Type', value: entry.type }, ...(entry.id ? [{ label: 'Id', value: entry.id }] : [])],
    options: guarded.length > 0 ? [] : [forgetting(facts, step, removes)],
    suggested: null,
    advice:
      guarded.length > 0
        ? `It cannot be removed here: ${listed(guarded)} ${plural(guarded.length, 'is', 'are')} protected. See ${named('remove-protection')}.`
        : (cause?.advice ?? null),
  }
}

function forgetting(facts: Facts, step: FailedStep, removes: string[]): Problem['options'][number] {
  const dependents = removes.length - 1
  return option(
    {
      id: 'forget',
      title:
        dependents === 0
          ? 'Remove it from the state: it is deleted, or kept on purpose'
          : `Remove it and ${counted(dependents, 'dependent')} from the state: all are deleted, or kept on purpose`,
      risk: 'If the object is still there, it keeps running untracked and billed.',
      level: 2,
    },
    {
      needsStatement: true,
      removes,
      terminal: [dependents === 0 ? stateDelete(facts.stack, step.urn) : stateDeleteAll(facts.stack, [step.urn], true)],
    },
  )
}
