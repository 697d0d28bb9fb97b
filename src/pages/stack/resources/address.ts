import { z } from 'zod'
import { type ResourceSort, SORTS } from '#src/features/resources/columns.ts'
import { addressState, type ChangeOf, type ValuesOf } from '#src/lib/useAddressState.ts'

/** Search, type, the selected resource, tree or table, and the column of its order: descending with a minus before it. */
export const address = addressState({
  search: z.string().default(''),
  type: z.string().default(''),
  urn: z.string().optional(),
  view: z.literal('table').optional(),
  sort: z.enum(SORTS.flatMap((by) => [by, `-${by}`] as const)).default('name'),
})
export type AddressValues = ValuesOf<typeof address>
export type Change = ChangeOf<typeof address>

export function sortOf({ sort }: AddressValues): { by: ResourceSort; isDown: boolean } {
  const isDown = sort.startsWith('-')
  return { by: SORTS.find((each) => sort.endsWith(each)) ?? 'name', isDown }
}
