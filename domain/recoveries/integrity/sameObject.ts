import type { Problem } from '#contract/recoveries.ts'
import { stateDelete } from '../../commands.ts'
import { applyDraft, draftOf, error, refused, type StateEdit } from '../../edits/edit.ts'
import { objectKey } from '../../state/entryKeys.ts'
import { urnName, withoutStack } from '../../state/urn.ts'
import { dependentsOf } from '../../edits/deleteResources.ts'
import { forgetEntries } from '../resources/forget.ts'
import type { Chosen, Facts } from '../guidedRecovery.ts'
import { option } from '../options.ts'

const PREFIX = 'sameObject:'
export const isSameObject = ({ problem }: Chosen): boolean => problem.id.startsWith(PREFIX)

/**
 * Problems for live entries that refer to one object under several URNs, as reported at the end of an update (GR-13): one of them
 * is kept.
 */
export function sameObjectProblems(facts: Facts): Problem[] {
  const resources = facts.document.deployment.resources ?? []
  const { duplicates = [] } = facts
  if (duplicates.length === 0) return []
  const live = Map.groupBy(
    resources.filter((entry) => !entry.delete),
    objectKey,
  )
  const groups = Map.groupBy(
    duplicates.flatMap(({ entries, explanation }) => entries.map((entry) => ({ ...entry, explanation }))),
    objectKey,
  )
  return [...groups].flatMap(([object, named]): Problem[] => {
    // The stack may have been renamed since: an alarm keeps the URNs of its time.
    const holders = (live.get(object) ?? []).map(({ urn }) => urn)
    const urns = [
      ...new Set(named.flatMap(({ urn }) => holders.filter((held) => withoutStack(held) === withoutStack(urn)))),
    ]
    const [first] = named
    if (urns.length < 2 || !first) return []
    return [
      {
        id: `${PREFIX}${object}`,
        title: `${first.id} is managed as ${urns.map(urnName).join(' and as ')}`,
        explanation: first.explanation,
        urns,
        evidence: urns.map((urn) => ({
          what: `${urnName(urn)} is ${first.type} with the id ${first.id}.`,
          source: 'state',
          at: null,
        })),
        clues: [{ label: 'ID', value: first.id }],
        options: urns.map((kept) => {
          const removes = urns.filter((urn) => urn !== kept)
          const held = removes.filter((urn) => {
            const live = resources.findIndex((entry) => entry.urn === urn && !entry.delete)
            return dependentsOf(resources, new Set([live])).length > 0
          })
          return option(
            {
              id: `keep:${kept}`,
              title: `Keep ${urnName(kept)}, and take the other out of the state`,
              risk: 'The object is not touched. If they are two objects after all, the one removed becomes untracked.',
              level: 3,
            },
            {
              removes,
              stopAndAsk:
                held.length > 0 ? `Something refers to ${held.map(urnName).join(', ')}: keep that one.` : null,
              terminal: removes.map((urn) => stateDelete(facts.stack, urn)),
            },
          )
        }),
        suggested: null,
        advice:
          'Keep the one that the program declares; what it does not declare would be deleted by the next pulumi up.',
      },
    ]
  })
}

export function keepOne({ document }: Facts, chosen: readonly Chosen[]): StateEdit {
  const resources = document.deployment.resources ?? []
  const gone = new Set(chosen.flatMap(({ option: { removes } }) => removes))
  const targets = resources.filter(({ urn, delete: old }) => gone.has(urn) && !old)
  const forgotten = forgetEntries(resources, targets)
  if (!forgotten.ok) return refused(document, [error('inUse', forgotten.reason)])
  const left = new Set(forgotten.resources)
  const draft = draftOf(document).filter(({ resource }) => left.has(resource))
  return { ...applyDraft(document, draft), problems: [] }
}
