import { OPENED_ORG } from '#contract/openedFiles.ts'
import { isName, type NamedStack } from '#domain/stackName.ts'
import { DomainError } from '../../errors.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'

const OWNER = /^[a-zA-Z0-9][a-zA-Z0-9_-]{1,38}[a-zA-Z0-9]$/

export { isName }
export const isOwner = (name: string): boolean => OWNER.test(name) && name !== OPENED_ORG

export const fullName = (stack: StackName): string => `${stack.org}/${stack.project}/${stack.name}`
/** Only the name fields of a row. */
export const nameOf = ({ org, project, name }: StackName): StackName => ({ org, project, name })
export const refOf = (stack: StackName) => ({ org: stack.org, project: stack.project, stack: stack.name })
/** The stack for commands, which name a mirrored one as its own backend does. */
export const namedStack = (stack: StackName & Pick<StackRow, 'elsewhere'>): NamedStack =>
  stack.elsewhere === null ? refOf(stack) : { ...refOf(stack), cliName: stack.elsewhere.cliName }

/**
 * Throws `noSuchStack` for a stack that was renamed while a state for its former name arrived: the URNs and the secrets
 * provider of the state have that name.
 */
export function refuseRenamed(stack: StackName, former: StackName): void {
  if (fullName(stack) !== fullName(former)) throw new DomainError({ kind: 'noSuchStack', name: nameOf(former) })
}

const TAG_NAME = /^[A-Za-z0-9\-_.:]{1,40}$/
const MAX_TAG_BYTES = 256

/** Throws if a tag's name is invalid or a value too long. */
export function checkTags(tags: Record<string, string>): void {
  for (const [tag, value] of Object.entries(tags)) {
    if (!TAG_NAME.test(tag)) throw new DomainError({ kind: 'illegalTag', tag, problem: 'name' })
    const { byteLength } = new TextEncoder().encode(value)
    if (byteLength > MAX_TAG_BYTES) throw new DomainError({ kind: 'illegalTag', tag, problem: 'length' })
  }
}
