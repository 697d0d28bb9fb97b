import type { StackRef } from '#contract/common.ts'

/** The stack that `?stack=org/project/name` names; anything else counts as not said. */
export function stackOfSearch(search: URLSearchParams): StackRef | undefined {
  const [org, project, stack, ...more] = (search.get('stack') ?? '').split('/')
  return org && project && stack && more.length === 0 ? { org, project, stack } : undefined
}

/** Stands in commands where the person has to put the name. */
export const PLACEHOLDER: StackRef = { org: 'ORGANIZATION', project: 'PROJECT', stack: 'STACK' }
