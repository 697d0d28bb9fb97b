import type { PendingItem } from '#contract/recoveries.ts'

/** An operation; without its situation where a run's own page lists it. */
export type OperationType = Pick<PendingItem, 'type'> & Partial<Pick<PendingItem, 'situation'>>

/** Whether an operation is a create whose object may be in the cloud. */
export const isCreateInCloud = ({ type, situation }: OperationType): boolean =>
  type === 'creating' && situation !== 'createOnlyInState'
