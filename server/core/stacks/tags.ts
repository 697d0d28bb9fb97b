import type { Deps } from '../../deps.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../../errors.ts'
import { heldStack } from './held.ts'
import { checkTags, refOf } from './names.ts'

export type Tags = Record<string, string>

/** The stack whose tags are changed, and the caller. */
export type Change = { stackId: string; by: Actor; requestId: string }

const PROJECT = 'pulumi:project'
/**
 * Tags that the CLI derives from the project and its repository; the routes for single tags refuse them
 * (docs/protocol.md, Tags).
 */
const BUILT_IN: ReadonlySet<string> = new Set([
  PROJECT,
  'pulumi:runtime',
  'pulumi:description',
  'pulumi:template',
  'vcs:owner',
  'vcs:repo',
  'vcs:kind',
  'vcs:root',
])

/**
 * The tags after a replacement: all except the project's, which follows the stack and is kept, whatever a client
 * started under another name sends.
 */
export function replacedTags(stack: Pick<StackRow, 'tags'>, tags: Tags): Tags {
  const project = stack.tags[PROJECT]
  return project === undefined ? tags : { ...tags, [PROJECT]: project }
}

/** `PATCH S/tags`, as `stack tag set` and `stack tag rm` send it: the whole map. */
export const replaceTags = (deps: Deps, at: Change, tags: Tags): Promise<void> =>
  change(deps, at, (stack) => {
    const project = tags[PROJECT]
    // A project's name may contain characters that its address cannot: the tag contains the name.
    if (project !== undefined && project !== stack.project && project !== stack.tags[PROJECT])
      throw new DomainError({ kind: 'projectTagFixed' })
    return replacedTags(stack, tags)
  })

export const addTag = (deps: Deps, at: Change, { name, value }: { name: string; value: string }): Promise<void> =>
  change(deps, at, ({ tags }) => {
    refuseBuiltIn(name)
    if (Object.hasOwn(tags, name)) throw new DomainError({ kind: 'tagExists', tag: name })
    return { ...tags, [name]: value }
  })

export const changeTag = (deps: Deps, at: Change, name: string, value: string): Promise<void> =>
  change(deps, at, ({ tags }) => {
    refuseBuiltIn(name)
    if (!Object.hasOwn(tags, name)) throw new DomainError({ kind: 'noSuchTag', tag: name })
    return { ...tags, [name]: value }
  })

export const removeTag = (deps: Deps, at: Change, name: string): Promise<void> =>
  change(deps, at, ({ tags }) => {
    refuseBuiltIn(name)
    if (!Object.hasOwn(tags, name)) throw new DomainError({ kind: 'noSuchTag', tag: name })
    const { [name]: _removed, ...rest } = tags
    return rest
  })

function refuseBuiltIn(name: string): void {
  if (BUILT_IN.has(name)) throw new DomainError({ kind: 'builtInTag', tag: name })
}

/** Names only: values may contain anything. */
const changedNames = (before: Tags, after: Tags): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .toSorted()

async function change(deps: Deps, { stackId, by, requestId }: Change, next: (stack: StackRow) => Tags): Promise<void> {
  const now = await deps.store.now()
  const stack = await deps.store.write(async (writer) => {
    const found = await heldStack(writer, stackId)
    const tags = next(found)
    checkTags(tags)
    await writer.patchStack(stackId, { tags })
    const detail = changedNames(found.tags, tags).join(', ')
    await audit(writer, { at: now, by, action: 'stack.tags', stack: found, detail, requestId })
    return found
  })
  deps.bus.publish({ type: 'stack', stack: refOf(stack), what: 'changed' })
}
