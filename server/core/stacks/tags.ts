import type { KeptTags } from '#domain/approvals/leaving.ts'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { type Changer, refuseLeaving, withinRules } from '../approvals/leaving.ts'
import { DomainError } from '../../errors.ts'
import { heldStack } from './held.ts'
import { checkTags, refOf } from './names.ts'

export type Tags = Record<string, string>

/** The stack whose tags are changed, and the caller. */
export type Change = Changer & { stackId: string }

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
const changedNames = (before: Tags, after: Readonly<Tags>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .toSorted()

/** Where tags are set with the start of an update. */
type AtStart = Who & { writer: Writer; stack: StackRow; now: number; run: string }

/**
 * Sets the tags that come with the start of an update. Those keep their values by which a rule of approvals concerns the
 * stack: they come from the project's configuration, which the user whom the rule stops may have written. Returns what was kept.
 */
export async function setTagsAtStart(
  { writer, stack, now, run, by, requestId }: AtStart,
  sent: Tags,
): Promise<Pick<KeptTags, 'kept' | 'rule'>> {
  const wanted = replacedTags(stack, sent)
  if (changedNames(stack.tags, wanted).length === 0) return { kept: [], rule: undefined }
  const { tags, kept, rule } = await withinRules(writer, stack, wanted)
  await writer.patchStack(stack.id, { tags })
  const changes = changedNames(stack.tags, tags).join(', ')
  const notes = [changes, ...(kept.length > 0 ? [`kept for a rule: ${kept.join(', ')}`] : [])].filter(Boolean)
  const detail = `${run}: ${notes.join('; ')}`
  await audit(writer, { at: now, by, action: 'stack.tags', stack, detail, requestId })
  return { kept, rule }
}

async function change(deps: Deps, { stackId, ...who }: Change, next: (stack: StackRow) => Tags): Promise<void> {
  const { by, requestId } = who
  const now = await deps.store.now()
  const stack = await deps.store.write(async (writer) => {
    const found = await heldStack(writer, stackId)
    const tags = next(found)
    checkTags(tags)
    await refuseLeaving(writer, { before: found, after: { ...found, tags } }, who)
    await writer.patchStack(stackId, { tags })
    const detail = changedNames(found.tags, tags).join(', ')
    await audit(writer, { at: now, by, action: 'stack.tags', stack: found, detail, requestId })
    return found
  })
  deps.bus.publish({ type: 'stack', stack: refOf(stack), what: 'changed' })
}
