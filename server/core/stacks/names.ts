import type { StackName } from '../../store/port.ts'

const OWNER = /^[a-zA-Z0-9][a-zA-Z0-9_-]{1,38}[a-zA-Z0-9]$/
const NAME = /^[A-Za-z0-9_.-]{1,100}$/

/**
 * Whether a project or stack name is legal (docs/protocol.md, Addresses and names); `.` and `..` never are: clients
 * clean them out of paths.
 */
export const isName = (name: string): boolean => NAME.test(name) && name !== '.' && name !== '..'
export const isOwner = (name: string): boolean => OWNER.test(name)

export const fullName = (stack: StackName): string => `${stack.org}/${stack.project}/${stack.name}`
export const refOf = (stack: StackName) => ({ org: stack.org, project: stack.project, stack: stack.name })

const TAG_NAME = /^[A-Za-z0-9\-_.:]{1,40}$/
const MAX_TAG_BYTES = 256

/** What is wrong with a set of tags, or undefined. */
export function tagProblem(tags: Record<string, string>): string | undefined {
  for (const [name, value] of Object.entries(tags)) {
    if (!TAG_NAME.test(name))
      return `The tag name ${JSON.stringify(name.slice(0, 60))} is not legal: 1 to 40 of A-Za-z0-9-_.: are.`
    if (new TextEncoder().encode(value).byteLength > MAX_TAG_BYTES)
      return `The value of tag ${name} is longer than 256 bytes.`
  }
  return undefined
}
