import { distance } from '#domain/edits/targets.ts'

/** By how many letters a similar name may differ. */
const MAX_AWAY = 4

/**
 * Names of stacks (`org/project/stack`) that may have been meant, best first: the same project and stack in another
 * organization, names that differ by few letters, other stacks of the project.
 */
export function closestStacks(names: readonly string[], wanted: string, most: number): string[] {
  const [org = '', project = '', stack = ''] = wanted.toLowerCase().split('/')
  const rank = (name: string): number => {
    const [itsOrg = '', itsProject = '', itsStack = ''] = name.toLowerCase().split('/')
    if (itsProject === project && itsStack === stack) return 0
    const away = distance(`${itsOrg}/${itsProject}/${itsStack}`, `${org}/${project}/${stack}`, MAX_AWAY)
    if (away <= MAX_AWAY) return away
    if (itsProject === project) return MAX_AWAY + 1
    return itsStack === stack && distance(itsProject, project, MAX_AWAY) <= MAX_AWAY ? MAX_AWAY + 2 : Infinity
  }
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .filter(({ rank: found }) => found < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ name }) => name)
}
