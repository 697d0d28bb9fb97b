import { ActivityFilter } from '#contract/activity.ts'
import { timedAddress, timeParts } from '#src/features/views/timedList.ts'
import type { ChangeOf, ValuesOf } from '#src/lib/useAddressState.ts'

const { from: _, until: __, ...shape } = ActivityFilter.shape // the address has a day instead

/** What an address holds. */
export const address = timedAddress({ ...shape, ...timeParts })
export type AddressValues = ValuesOf<typeof address>
export type Change = ChangeOf<typeof address>
