import { counted } from '#words/counts.ts'
import type { Resource } from './checkpoint.ts'

/**
 * The live entries of a state whose last create or update reported errors after the provider had done it
 * (docs/state.md): they exist, and every update tries again. None of a list that cannot be read.
 */
export const unhealthyEntries = (resources: readonly Resource[] | null | undefined): Resource[] =>
  Array.isArray(resources) ? resources.filter((entry: Resource | null) => entry !== null && isUnhealthy(entry)) : []

const isUnhealthy = (entry: Resource): boolean => hasReportedErrors(entry) && !entry.delete

/** Whether the last create or update of an entry reported errors, live or not. */
export const hasReportedErrors = ({ initErrors }: Pick<Resource, 'initErrors'>): boolean =>
  Array.isArray(initErrors) && initErrors.length > 0

/** `13 resources report errors`. */
export const reportErrors = (count: number): string =>
  `${counted(count, 'resource reports', 'resources report')} errors`
