import type { Deployment } from './checkpoint.ts'

const REFERENCE_TYPE = 'pulumi:pulumi:StackReference'
/** Limits for the number and length of names, against crafted states. */
const MAX = 500
const LONGEST = 300

/**
 * The stacks whose outputs a state reads, by the names in its StackReferences, each once and sorted. A name is
 * `org/project/stack` or shorter. Names that are secret or not a text are omitted.
 */
export function stackReferences({ resources }: Deployment): string[] {
  const names = new Set<string>()
  for (const { type, delete: isOld, inputs, outputs, id } of resources ?? []) {
    if (type !== REFERENCE_TYPE || isOld === true) continue
    const name = [inputs?.['name'], outputs?.['name'], id].find((each) => typeof each === 'string' && each !== '')
    if (typeof name === 'string' && name.length <= LONGEST && names.size < MAX) names.add(name)
  }
  return [...names].toSorted()
}

/** Resolves a StackReference's name; omitted parts are those of the referring stack. */
export function referredStack(
  name: string,
  from: { org: string; project: string },
): { org: string; project: string; stack: string } | undefined {
  const [first = '', second, third, ...more] = name.split('/')
  if (more.length > 0 || [first, second, third].includes('')) return undefined
  if (second === undefined) return { org: from.org, project: from.project, stack: first }
  if (third === undefined) return { org: first, project: from.project, stack: second }
  return { org: first, project: second, stack: third }
}
