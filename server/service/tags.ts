import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { StackRow } from '../store/port.ts'
import { badRequest, CliError, notFound } from './errors.ts'
import { refOf, tagProblem } from './names.ts'

export type Tags = Record<string, string>

export const ReplaceTagsRequest = z.record(z.string(), z.string())
export const TagRequest = z.object({ name: z.string(), value: z.string() })
export const TagValueRequest = z.object({ value: z.string() })

const PROJECT = 'pulumi:project'
/** What the CLI derives from the project and its repository; the routes for single tags refuse them (service-api 3.7). */
const BUILT_IN = new Set([
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
 * The tags that replace a stack's own: all of them but the project's, which follows the stack and is kept, whatever a
 * client that was started under another name still says.
 */
export function replacedTags(stack: Pick<StackRow, 'tags'>, tags: Tags): Tags {
  const project = stack.tags[PROJECT]
  return project === undefined ? tags : { ...tags, [PROJECT]: project }
}

/** `PATCH S/tags`, as `stack tag set` and `stack tag rm` send it: the whole map. */
export const replaceTags = (deps: Deps, stackId: string, tags: Tags): Promise<void> =>
  change(deps, stackId, (stack) => {
    const project = tags[PROJECT]
    // A project's own name may have characters that its address cannot: the tag carries the one, the address the other.
    if (project !== undefined && project !== stack.project && project !== stack.tags[PROJECT])
      throw badRequest('the tag pulumi:project cannot be changed.')
    return replacedTags(stack, tags)
  })

export const addTag = (deps: Deps, stackId: string, { name, value }: z.output<typeof TagRequest>): Promise<void> =>
  change(deps, stackId, ({ tags }) => {
    refuseBuiltIn(name)
    if (Object.hasOwn(tags, name)) throw badRequest(`the tag ${name} exists already.`)
    return { ...tags, [name]: value }
  })

export const changeTag = (deps: Deps, stackId: string, name: string, value: string): Promise<void> =>
  change(deps, stackId, ({ tags }) => {
    refuseBuiltIn(name)
    if (!Object.hasOwn(tags, name)) throw notFound(`the stack has no tag '${name.slice(0, 60)}'`)
    return { ...tags, [name]: value }
  })

export const removeTag = (deps: Deps, stackId: string, name: string): Promise<void> =>
  change(deps, stackId, ({ tags }) => {
    refuseBuiltIn(name)
    if (!Object.hasOwn(tags, name)) throw notFound(`the stack has no tag '${name.slice(0, 60)}'`)
    const { [name]: _removed, ...rest } = tags
    return rest
  })

function refuseBuiltIn(name: string): void {
  if (BUILT_IN.has(name)) throw badRequest(`the built-in tag ${name} cannot be changed by itself.`)
}

async function change(deps: Deps, stackId: string, next: (stack: StackRow) => Tags): Promise<void> {
  const stack = await deps.store.write(async (writer) => {
    const found = await writer.lockStack(stackId)
    if (!found || found.deletedAt !== null) throw new CliError(404, 'Not Found: no such stack')
    const tags = next(found)
    const problem = tagProblem(tags)
    if (problem !== undefined) throw badRequest(problem)
    await writer.patchStack(stackId, { tags })
    return found
  })
  deps.bus.publish({ type: 'stack', stack: refOf(stack), what: 'changed' })
}
