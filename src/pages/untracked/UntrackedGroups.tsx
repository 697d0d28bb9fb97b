import type { UntrackedResource } from '#contract/untracked.ts'
import { Status } from '#src/ui/Status.tsx'
import { counted } from '#words/counts.ts'
import type { Selection } from './SelectionBar.tsx'
import { UntrackedItem } from './UntrackedItem.tsx'
import { mayAnswer, sourceWords } from './words.ts'

/** What happened is said once per group; for resolved ones the answer is shown. */
const groupsOf = (resources: readonly UntrackedResource[]) => [
  ...Map.groupBy(resources, ({ resolved, story, isPending }) =>
    resolved ? '' : `${isPending ? 'Pending: ' : ''}${story}`,
  ),
]

/** The resources, those with the same story below it. */
export function UntrackedGroups({ resources, chosen, onChoose, onAnswer }: Selection) {
  const isChoice = resources.filter(mayAnswer).length > 1
  const toggle = (id: string) => onChoose(chosen.symmetricDifference(new Set([id])))
  return groupsOf(resources).map(([story, group]) => (
    <section key={story} aria-label={story || 'Resolved'} className="border-b border-line last:border-b-0">
      {group[0]?.resolved === null && <Story resource={group[0]} count={group.length} />}
      <ul className="divide-y divide-line">
        {group.map((resource) => (
          <li key={resource.id}>
            <UntrackedItem
              resource={resource}
              isChosen={chosen.has(resource.id)}
              onChoose={isChoice ? () => toggle(resource.id) : undefined}
              onAnswer={() => onAnswer([resource])}
            />
          </li>
        ))}
      </ul>
    </section>
  ))
}

const Story = ({ resource: { isPending, source, story }, count }: { resource: UntrackedResource; count: number }) => (
  <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line bg-sunken px-4 py-1.5">
    <Status tone={isPending ? 'attention' : 'danger'} className="text-sm">
      {isPending ? 'Pending' : sourceWords[source]}
    </Status>
    <span className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">{story}</span>
    <span className="text-sm text-muted">{counted(count, 'resource')}</span>
  </div>
)
