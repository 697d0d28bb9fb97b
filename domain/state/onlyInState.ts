import type { Resource } from './checkpoint.ts'
import { isProviderType } from './urn.ts'

/**
 * Whether a resource exists only in the state: a component, such as the stack itself, or a provider. The engine records
 * its create as pending like any other (docs/state.md, Outcomes), but nothing is made in the cloud.
 */
export const isOnlyInState = ({ custom, type }: Pick<Resource, 'custom' | 'type'>): boolean =>
  !custom || isProviderType(type)
