import type { Resource } from './checkpoint.ts'
import { isDynamicType, isProviderType } from './urn.ts'

/**
 * Whether an entry of an existing resource was written here without its outputs, and no run has read them since
 * (docs/state.md, Unknown outputs). A provider compares the program with the outputs in the state: without them it
 * replaces the resource, which deletes it.
 *
 * The mark is the entry's own `refreshBeforeUpdate`, so the fact survives every later write of the state, and ends with
 * the entry's first refresh: the engine sets the flag to what the provider says, and fills the outputs.
 */
export function hasUnknownOutputs(entry: Resource): boolean {
  if (!entry.refreshBeforeUpdate || !entry.custom || entry.delete || entry.external) return false
  if (!entry.id || isProviderType(entry.type)) return false
  // No dynamic provider can ask for a refresh, so the mark alone is enough: its outputs were taken from the inputs.
  return isDynamicType(entry.type) || Object.keys(entry.outputs ?? {}).length === 0
}

/** The entries of a state whose outputs are unknown, in its order; none of a list that cannot be read. */
export const withUnknownOutputs = (resources: readonly Resource[] | null | undefined): Resource[] =>
  Array.isArray(resources)
    ? resources.filter((entry: Resource | null) => entry !== null && hasUnknownOutputs(entry))
    : []
