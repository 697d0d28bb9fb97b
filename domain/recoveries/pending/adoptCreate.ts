import { counted } from '#words/counts.ts'
import type { PendingItem, Problem } from '#contract/recoveries.ts'
import type { PendingOperation, Resource } from '../../state/checkpoint.ts'
import { importResource, preview, refreshClearingCreates, refreshTarget } from '../../commands.ts'
import { editValid, error, type Problem as EditProblem, type StateEdit, warning } from '../../edits/edit.ts'
import { urnName } from '../../state/urn.ts'
import type { Chosen, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
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
    does: 'Gives the exact `pulumi import` line; or creates the entry from the operation, verified, and asks for a refresh next',
    refuses:
      'The choice “import” of refresh; an ID that another live entry has; an entry without its provider or parent',
  },
  finding: () => undefined,
  foundWith: ['clear-create'],
  problems: ({ pending, document, stack }) =>
    pending.flatMap((item) => {
      const operation = document.deployment.pending_operations?.[item.index]
      return item.situation === 'createNotLive' && operation ? [problem(item, operation, stack)] : []
    }),
  apply: adopt,
  guide: ({ stack, pending }) => ({
    explanation:
      'The safest way is pulumi import: it reads the resource and writes the entry. The browser can also write the entry, from the intended configuration; then a refresh must read the resource before anything else runs.',
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
      'Don’t answer “import” when pulumi refresh asks about a pending create: the create is forgotten and the resource stays untracked.',
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

function problem(item: PendingItem, operation: PendingOperation, stack: FactsWithEarlier['stack']): Problem {
  const late = item.lateEvidence.at(-1)?.resourceId
  return {
    id: item.key,
    title: `The create of ${item.name} was interrupted.`,
    explanation: item.meaning,
    urns: [item.urn],
    evidence: item.lateEvidence.map(({ at, resourceId }) => ({
      what: `The client reported after the end that it was created with the id ${resourceId}.`,
      source: 'events',
      at,
    })),
    clues: item.clues,
    options: [
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
          stopAndAsk: `The entry of ${item.name} has no outputs until a refresh reads the resource: refresh it before anything else runs.`,
          terminal: [importResource(stack, operation.resource, late), refreshTarget(stack, item.urn)],
        },
      ),
    ],
    suggested: null,
    advice: 'Prefer pulumi import where you can run the program: it reads the resource before it writes the entry.',
  }
}

/** Adds an entry for the operation at the end of the list, and removes the operation; verified like every edit. */
function adopt({ document }: FactsWithEarlier, chosen: readonly Chosen[]): StateEdit {
  return editValid(document, (base, draft) => {
    const operations = base.deployment.pending_operations ?? []
    const problems: EditProblem[] = []
    const resolved = new Set<number>()
    const added = [...draft]
    for (const {
      problem: { id: key },
      choice,
    } of chosen) {
      const index = Number.parseInt(key)
      const operation = operations[index]
      const id = choice.inputs['id']?.trim() ?? ''
      if (!operation) continue
      const { resource } = operation
      const holder = added.find((entry) => entry.resource.type === resource.type && entry.resource.id === id)
      if (holder)
        problems.push(error('idTaken', `${urnName(holder.resource.urn)} stands for the object ${id} already.`))
      if (added.some((entry) => entry.resource.urn === resource.urn && !entry.resource.delete))
        problems.push(
          error(
            'live',
            `${urnName(resource.urn)} has a live entry already: compare the two first, see ${named('compare-create')}.`,
          ),
        )
      resolved.add(index)
      added.push({ at: -1, resource: entryOf(resource, id) })
      problems.push(
        warning('refresh', `Refresh ${urnName(resource.urn)} before anything else: its entry has no outputs yet.`),
      )
    }
    const kept = operations.filter((_, index) => !resolved.has(index))
    return { draft: added, beside: { pending_operations: kept }, problems }
  })
}

/** The planned resource with the id found by the user; without values that only a finished create would have. */
function entryOf(resource: Resource, id: string): Resource {
  const {
    outputs: _o,
    initErrors: _i,
    pendingReplacement: _p,
    delete: _d,
    created: _c,
    modified: _m,
    ...rest
  } = resource
  return { ...rest, custom: true, id } as Resource // `rest` contains urn and type
}
