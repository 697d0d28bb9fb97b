import type { StackRef } from '#contract/common.ts'
import { parseFullName } from '#domain/stackName.ts'

/** The stack that `?stack=org/project/name` names; anything else counts as not said. */
export const stackOfSearch = (search: URLSearchParams): StackRef | undefined => parseFullName(search.get('stack') ?? '')

/** Is in commands where the person has to put the name. */
export const PLACEHOLDER: StackRef = { org: 'ORGANIZATION', project: 'PROJECT', stack: 'STACK' }
