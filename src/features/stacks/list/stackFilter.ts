import { z } from 'zod'
import { StackFilter } from '#contract/stacks.ts'
import { addressState } from '#src/lib/useAddressState.ts'
import { healthLooks } from '../HealthStatus.tsx'

const { runs: _, ...shape } = StackFilter.shape // not the user's choice

/** The address of a list of stacks: its filter, and the hidden columns. */
export const stackAddress = addressState({ ...shape, hide: z.string().optional() }, ['page'])

type Filter = Omit<StackFilter, 'runs'>

export const isNarrowed = ({ search, project, health, tag }: Filter): boolean =>
  [search, project, health, tag].some((value) => value !== undefined && value !== '')

/** The filter in words: `named like “pay”, in project shop, pending creates`. */
export function filterWords({ search, org, project, health, tag }: Filter): string {
  return [
    search && `named like “${search}”`,
    org && `in ${org}`,
    project && `in project ${project}`,
    health === 'attention' && 'that need attention',
    health && health !== 'attention' && `with health “${healthLooks[health].label.toLowerCase()}”`,
    tag && `tagged ${tag}`,
  ]
    .filter(Boolean)
    .join(', ')
}
