import type { StackRef } from '#contract/common.ts'
import { parseFullName } from '#domain/stackName.ts'

/** The stack named by `?stack=org/project/name`; anything else counts as absent. */
export const stackOfSearch = (search: URLSearchParams): StackRef | undefined => parseFullName(search.get('stack') ?? '')

/** Placeholder in commands for the name that the user fills in. */
export const PLACEHOLDER: StackRef = { org: 'ORGANIZATION', project: 'PROJECT', stack: 'STACK' }
