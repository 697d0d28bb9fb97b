import type { EditProblem } from '#contract/edits.ts'
import { counted } from '#words/counts.ts'
import type { PendingItem, Problem } from '#contract/recoveries.ts'
import type { PendingOperation } from '../../state/checkpoint.ts'
import { sameObjectIn } from '../../state/objectPlaces.ts'
import { importResource, preview, refreshClearingCreates, refreshTarget } from '../../commands.ts'
import { editValid, error, type StateEdit, warning } from '../../edits/edit.ts'
import { withUnknownOutputs } from '../../state/unknownOutputs.ts'
import { urnName } from '../../state/urn.ts'
import type { Chosen, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import { idProblems, refusedByCli } from './adoptedEntry.ts'
import { refreshFirst } from './refreshFirst.ts'
import { chosenEntry, lateId, lateReports, reportedOptions, suggestedOf } from './reportedOption.ts'
import { ask, option } from '../options.ts'
import { named } from '../named.ts'
import { check } from '../check.ts'

/** Pending creates whose object exists and is wanted (GR-07). */
export const adoptCreate: GuidedRecovery = {
  id: 'adopt-create',
  number: 7,
  phase: 'pending',
  title: 'Adopt a resource whose create was interrupted',
  commands: 'preview',
  offer: { in: 'changes', text: 'You found it: import it, or write its entry here.' },
  docs: {
    documented: 'The choice “import” of `refresh`, which loses the resource',
    does: 'Takes the whole entry from a late report of the client; else gives the exact `pulumi import` line, or creates the entry from the operation, verified and marked to be refreshed before anything else',
    refuses:
      'The choice “import” of refresh; an ID that another entry of the same place has; a replacement while the old entry has its previous name; an entry without its provider or parent',
  },
  finding: () => undefined,
  foundWith: ['clear-create'],
  problems: (facts) =>
    facts.pending.flatMap((item) => {
      const operation = facts.document.deployment.pending_operations?.[item.index]
      return item.situation === 'createNotLive' && operation ? [problem(item, operation, facts)] : []
    }),
  apply: adopt,
  guide: ({ stack, pending }) => ({
    explanation:
      'If the client reported the created resource, the browser writes the entry from the report. Otherwise the safest way is pulumi import: it reads the resource and writes the entry. The browser can also write the entry from the intended configuration; then a refresh must read the resource before anything else runs.',
    steps: [
      {
        text: 'Find the resource in the cloud, and note its ID as the provider uses it (documented on the resource’s page under “Import”).',
        commands: [],
      },
      {
        text: 'Import it with the URN of the pending create, so that the program finds it.',
        commands: pending
          .filter(({ situation }) => situation === 'createNotLive')
          .flatMap(({ terminal }) => terminal.filter((line) => line.startsWith('pulumi import')))
          .slice(0, 20),
      },
      {
        text: 'Or add the resource option import: "<id>" to the program for one update, then remove it.',
        commands: [preview(stack)],
      },
      {
        text: `Then clear the pending create here: ${named('clear-create')}, with the answer “It exists – I imported it”. In a terminal this clears every pending create, checked or not.`,
        commands: [refreshClearingCreates(stack)],
      },
    ],
    never: [
      'Don’t answer “import” when pulumi refresh asks about a pending create: it drops the create and the resource stays untracked.',
      'Don’t run pulumi up first: it creates a duplicate.',
    ],
    checks: [
      check(
        pending.every(({ situation }) => situation !== 'createNotLive'),
        'No create is pending.',
        `${counted(pending.filter(({ situation }) => situation === 'createNotLive').length, 'create is', 'creates are')} still pending.`,
      ),
    ],
    stopAndAsk: [],
  }),
}

function problem(item: PendingItem, operation: PendingOperation, facts: FactsWithEarlier): Problem {
  const { stack } = facts
  const { resource } = operation
  const late = lateId(item)
  const reported = reportedOptions(facts, item, resource)
  const importing = importResource(stack, resource, late)
  return {
    id: item.key,
    title: `The create of ${item.name} was interrupted.`,
    explanation: item.meaning,
    urns: [item.urn],
    evidence: lateReports(item),
    clues: item.clues,
    options: [
      ...reported,
      option(
        {
          id: 'adopt',
          title: 'It exists and is wanted: write its entry from the pending create',
          risk: 'With a wrong ID, the stack manages someone else’s resource, and a later update or destroy changes or deletes it.',
          level: 3,
        },
        {
          asks: [
            ask(
              'id',
              'ID of the resource',
              'As the provider writes it: for a bucket its name, for an instance i-0abc….',
              late ?? '',
            ),
          ],
          terminal: [...(importing === undefined ? [] : [importing]), refreshTarget(stack, item.urn)],
        },
      ),
    ],
    suggested: suggestedOf(reported),
    advice:
      importing === undefined
        ? 'pulumi import cannot read a dynamic resource: its provider is in the program.'
        : reported.length === 0
          ? 'Prefer pulumi import where you can run the program: it reads the resource before it writes the entry.'
          : null,
  }
}

/** About creates of one resource under its former and its present name: the next run would give both one URN. */
function renameProblems(operations: readonly PendingOperation[], chosen: readonly Chosen[]): EditProblem[] {
  const planned = chosen.flatMap(({ problem: { id } }) => operations[Number.parseInt(id)]?.resource ?? [])
  const urns = new Set(planned.map(({ urn }) => urn))
  return planned.flatMap(({ urn, aliases }) =>
    (aliases ?? [])
      .filter((alias) => urns.has(alias))
      .map((alias) =>
        error(
          'renamed',
          `${urnName(alias)} is the previous name of ${urnName(urn)}: adopt only one of the two, because the next update gives both the same URN.`,
        ),
      ),
  )
}

/** Adds an entry for the operation at the end of the list, and removes the operation; verified like every edit. */
function adopt(facts: FactsWithEarlier, chosen: readonly Chosen[]): StateEdit {
  const { document, cliVersion } = facts
  return editValid(document, (base, draft) => {
    const operations = base.deployment.pending_operations ?? []
    const problems = renameProblems(operations, chosen)
    const resolved = new Set<number>()
    const added = [...draft]
    const compare = sameObjectIn(base.deployment.resources)
    for (const each of chosen) {
      const index = Number.parseInt(each.problem.id)
      const operation = operations[index]
      const item = facts.pending.find(({ key }) => key === each.problem.id)
      if (!operation || !item) continue
      const entry = chosenEntry(facts, item, operation.resource, each)
      const { urn } = entry
      const others = added.map(({ resource }) => resource)
      problems.push(...idProblems(entry, others, compare))
      if (added.some(({ resource }) => resource.urn === urn && !resource.delete))
        problems.push(
          error(
            'live',
            `${urnName(urn)} has a live entry already: compare the two first, see ${named('compare-create')}.`,
          ),
        )
      const refusal = refusedByCli(entry, cliVersion)
      if (refusal) problems.push(refusal)
      resolved.add(index)
      added.push({ at: -1, resource: entry })
    }
    const unknown = withUnknownOutputs(added.filter(({ at }) => at < 0).map(({ resource }) => resource))
    if (unknown.length > 0) problems.push(warning('refresh', refreshFirst(unknown)))
    const kept = operations.filter((_, index) => !resolved.has(index))
    return { draft: added, beside: { pending_operations: kept }, problems }
  })
}
