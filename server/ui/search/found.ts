import type { FoundResource } from '#contract/search.ts'
import { packageOf, urnOfIndexed } from '#domain/search/indexedResource.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { FoundResource as Found } from '../../store/port/search.ts'

/** Returns a resource as sent to the console. */
export function toFound({ stack, name, type, resourceId, provider, isProtected, ...row }: Found): FoundResource {
  const ref = refOf(stack)
  return {
    stack: ref,
    urn: urnOfIndexed({ ...row, name, type }, ref),
    name,
    type,
    id: resourceId,
    provider: packageOf(type),
    providerName: provider,
    isProtected,
  }
}
