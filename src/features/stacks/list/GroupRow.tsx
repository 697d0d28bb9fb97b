import type { StackPage } from '#contract/stacks.ts'
import { counted, number } from '#words/counts.ts'
import { healthLooks } from '../HealthStatus.tsx'
import { stacksIn } from './grouping.ts'
import { HealthBar } from './HealthBar.tsx'

type Props = { name: string | null; by: string; groups: StackPage['groups']; columns: number }

/** The head of a group in a list: its name, the number of its stacks, and their health. */
export function GroupRow({ name, by, groups, columns }: Props) {
  const healthCounts = groups.find((group) => group.name === name)?.healthCounts ?? []
  const count = stacksIn({ healthCounts })
  const tag = by === 'project' ? undefined : by.slice('tag:'.length)
  return (
    <tr className="max-sm:!block">
      <th
        scope="rowgroup"
        aria-label={`${name ?? 'not set'}: ${counted(count, 'stack')}`}
        colSpan={columns}
        className="border-b border-line bg-sunken px-3 py-1.5 text-left font-semibold max-sm:block"
      >
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="wrap-anywhere">
            {tag !== undefined && <span className="font-normal text-muted">{tag}: </span>}
            {name ?? 'not set'}
          </span>
          <span className="text-sm font-normal text-muted">{counted(count, 'stack')}</span>
          <HealthBar healthCounts={healthCounts} />
          <span className="text-sm font-normal text-muted">
            {healthCounts
              .filter(({ health }) => health !== 'ok')
              .map((each) => `${healthLooks[each.health].label.toLowerCase()}: ${number(each.count)}`)
              .join(', ')}
          </span>
        </span>
      </th>
    </tr>
  )
}
