import type { Deployment } from './checkpoint.ts'

const REFERENCE_TYPE = 'pulumi:pulumi:StackReference'
/** Beyond these a state was made to be large, not to be read. */
const MOST = 500
const LONGEST = 300

/**
 * Which stacks a state reads outputs of, by the names that its StackReferences give, each once and sorted. A name is
 * `org/project/stack` or shorter. Names that are secret or no text are left out.
 */
export function stackReferences({ resources }: Deployment): string[] {
  const names = new Set<string>()
  for (const { type, delete: isOld, inputs, outputs, id } of resources ?? []) {
    if (type !== REFERENCE_TYPE || isOld === true) continue
    const name = [inputs?.['name'], outputs?.['name'], id].find((each) => typeof each === 'string' && each !== '')
    if (typeof name === 'string' && name.length <= LONGEST && names.size < MOST) names.add(name)
  }
  return [...names].toSorted()
}

/** The stack that a reference means, seen from the stack that holds it: what a name leaves out is its own. */
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
