import type { EditProblem } from '#contract/edits.ts'
import type { PendingItem, Problem } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import type { PendingOperation, Resource } from '../../state/checkpoint.ts'
import { preview, refreshTarget, up } from '../../commands.ts'
import { editValid, error, type StateEdit, warning } from '../../edits/edit.ts'
import { urnName } from '../../state/urn.ts'
import type { Chosen, Facts, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import { sameObjectIn } from '../../state/objectPlaces.ts'
import { isOnlyInState } from '../../state/onlyInState.ts'
import { withUnknownOutputs } from '../../state/unknownOutputs.ts'
import { idProblems, refusedByCli } from './adoptedEntry.ts'
import { refreshFirst } from './refreshFirst.ts'
import { isCreateInCloud } from './createInCloud.ts'
import { chosenEntry, lateId, lateReports, reportedOptions, suggestedOf } from './reportedOption.ts'
import { ask, option } from '../options.ts'
import { named } from '../named.ts'
import { check } from '../check.ts'

const halfReplaced = ({ document }: Facts): Resource[] =>
  (document.deployment.resources ?? []).filter((entry) => entry.pendingReplacement && !entry.delete)

/** The pending creates of the new object: one, or several if the update was started again. */
const createsOf = ({ pending }: Facts, urn: string): PendingItem[] =>
  pending.filter((item) => isCreateInCloud(item) && item.urn === urn)

/** Also under a new name, of which the old one is an alias. */
const hasCreate = (facts: Facts, urn: string): boolean =>
  createsOf(facts, urn).length > 0 ||
  (facts.document.deployment.pending_operations ?? []).some(
    ({ type, resource }) => type === 'creating' && !isOnlyInState(resource) && resource.aliases?.includes(urn),
  )

/**
 * A replacement that was interrupted after the delete (GR-23): the old object is gone, and the next up only creates.
 */
export const finishReplacement: GuidedRecovery = {
  id: 'finish-replacement',
  number: 23,
  phase: 'pending',
  title: 'An incomplete replacement',
  commands: 'compare',
  docs: {
    documented: 'Run `up` and hope',
    does: 'Resolves the pending create first; adopts the new resource into the entry if it exists',
    refuses: 'To let an update create while it is unknown whether the resource exists',
  },
  finding: (facts) => {
    const entries = halfReplaced(facts)
    if (entries.length === 0 || facts.lastRun?.status === 'running') return undefined
    const unknown = entries.filter(({ urn }) => hasCreate(facts, urn))
    return {
      tone: unknown.length > 0 ? 'danger' : 'attention',
      title: plural(
        entries.length,
        'A replacement is incomplete',
        `${number(entries.length)} replacements are incomplete`,
      ),
      explanation:
        unknown.length > 0
          ? 'The old resources are deleted, and we don’t know whether the new ones were created. Resolve this before the next pulumi up.'
          : 'The old resources are deleted and the new ones are not created yet: the next pulumi up creates them.',
      evidence: entries.slice(0, 5).map(({ urn, id }) => ({
        what: `${urnName(urn)} is marked as half replaced${id ? `; ${id} was deleted` : ''}.`,
        source: 'state',
        at: null,
      })),
      couldBeLost: 'If the new resource exists, pulumi up creates a duplicate.',
      level: unknown.length > 0 ? 2 : 0,
      items: entries.slice(0, 50).map(({ urn }) => urnName(urn)),
    }
  },
  problems: (facts) =>
    halfReplaced(facts).flatMap(({ urn }) =>
      createsOf(facts, urn).flatMap((item) => {
        const operation = facts.document.deployment.pending_operations?.[item.index]
        return operation ? [problem(item, operation, facts)] : []
      }),
    ),
  apply: adopt,
  guide: (facts) => ({
    explanation: 'Once it has no pending create, pulumi up does the rest: it only creates.',
    steps: [
      {
        // If the provider would now create before it deletes, the engine deletes by the former ID as well.
        text: 'Preview: it should show a create for each, and no delete. If it shows a delete of one, remove its entry first with pulumi state delete: the old resource is gone already, and the update would delete a new one with the same ID.',
        commands: [preview(facts.stack)],
      },
      { text: 'Update.', commands: [up(facts.stack)] },
    ],
    never: [
      'Don’t run pulumi up while a create of the same resource is pending and unchecked: it creates a duplicate.',
    ],
    checks: [
      check(
        halfReplaced(facts).every(({ urn }) => !hasCreate(facts, urn)),
        'No replaced resource has a pending create.',
        `${counted(halfReplaced(facts).filter(({ urn }) => hasCreate(facts, urn)).length, 'replaced resource has', 'replaced resources have')} a pending create.`,
      ),
      check(
        halfReplaced(facts).length === 0,
        'No replacement is incomplete.',
        `${counted(halfReplaced(facts).length, 'replacement is', 'replacements are')} incomplete.`,
      ),
    ],
    stopAndAsk: [],
  }),
}

function problem(item: PendingItem, operation: PendingOperation, facts: FactsWithEarlier): Problem {
  const reported = reportedOptions(facts, item, operation.resource)
  return {
    id: `half:${item.key}`,
    title: `${item.name}: the old object is gone, the new one is unknown.`,
    explanation: item.meaning,
    urns: [item.urn],
    evidence: lateReports(item),
    clues: item.clues,
    options: [
      ...reported,
      option(
        {
          id: 'adopt',
          title: 'The new resource exists: use its ID for the entry',
          risk: 'With a wrong ID, the stack manages someone else’s resource.',
          level: 3,
        },
        {
          asks: [ask('id', 'ID of the new resource', 'As the provider writes it.', lateId(item) ?? '')],
          terminal: [refreshTarget(facts.stack, item.urn)],
        },
      ),
    ],
    suggested: suggestedOf(reported),
    advice: `It doesn’t exist, or you deleted it: say so in ${named('clear-create')}, and the next pulumi up only creates.`,
  }
}

/**
 * Replaces the entry by that of the new object, and removes the pending create. The former inputs and outputs are those
 * of the old object: with them, the next update would replace the new one again.
 */
function adopt(facts: FactsWithEarlier, chosen: readonly Chosen[]): StateEdit {
  return editValid(facts.document, (base, draft) => {
    const problems: EditProblem[] = []
    const operations = base.deployment.pending_operations ?? []
    const resolved = new Set<number>()
    const entries = new Map<string, Resource>()
    const compare = sameObjectIn(base.deployment.resources)
    for (const each of chosen) {
      const [urn = ''] = each.problem.urns
      const item = createsOf(facts, urn).find(({ key }) => each.problem.id === `half:${key}`)
      const former = draft.find(({ resource }) => resource.urn === urn && !resource.delete)?.resource
      const operation = item && operations[item.index]
      if (!operation || !former) continue
      if (entries.has(urn))
        problems.push(
          error('severalCreates', `Choose only one of the creates of ${item.name}: an entry is one object.`),
        )
      const entry = chosenEntry(facts, item, operation.resource, each)
      const { id } = entry
      if (former.id === id)
        problems.push(error('oldId', `${id} is the object that was deleted; the new one has another id.`))
      const others = draft.flatMap(({ resource }) => (resource === former ? [] : resource))
      problems.push(...idProblems(entry, [...others, ...entries.values()], compare))
      const refusal = refusedByCli(entry, facts.cliVersion)
      if (refusal) problems.push(refusal)
      resolved.add(item.index)
      entries.set(urn, entry)
    }
    const unknown = withUnknownOutputs([...entries.values()])
    if (unknown.length > 0) problems.push(warning('refresh', refreshFirst(unknown)))
    return {
      draft: draft.map(({ at, resource }) => {
        const entry = resource.delete ? undefined : entries.get(resource.urn)
        return { at, resource: entry ?? resource }
      }),
      beside: { pending_operations: operations.filter((_, index) => !resolved.has(index)) },
      problems,
    }
  })
}
