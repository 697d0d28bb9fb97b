import type { Deps } from '../deps.ts'
import { requestIdOf } from '../http/requestId.ts'
import type { StackRow } from '../store/port/stacks.ts'
import { STACK } from '../http/addresses.ts'
import type { Caller, Ctx, CliContext, ServiceApp } from './cliContext.ts'
import * as tags from '../core/stacks/tags.ts'
import { ReplaceTagsRequest, TagRequest, TagValueRequest } from './api/requests.ts'

/** Routes about tags: all at once as the CLI sends them, and one by one for consoles (docs/protocol.md, Tags). */
export function mountTags(app: ServiceApp, deps: Deps, { onStack, body }: CliContext): void {
  const changing = (context: Ctx, stack: StackRow, { by, toChangeRules }: Caller): tags.Change => ({
    stackId: stack.id,
    by,
    requestId: requestIdOf(deps, context),
    toChangeRules,
  })
  app.patch(
    `${STACK}/tags`,
    onStack(async (context, stack, _by, _need, caller) => {
      await tags.replaceTags(deps, changing(context, stack, caller), await body(context, ReplaceTagsRequest))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${STACK}/tags`,
    onStack(async (context, stack, _by, _need, caller) => {
      await tags.addTag(deps, changing(context, stack, caller), await body(context, TagRequest))
      return context.body(null, 204)
    }),
  )
  app.patch(
    `${STACK}/tags/:tag`,
    onStack(async (context, stack, _by, _need, caller) => {
      const { value } = await body(context, TagValueRequest)
      await tags.changeTag(deps, changing(context, stack, caller), context.req.param('tag') ?? '', value)
      return context.body(null, 204)
    }),
  )
  app.delete(
    `${STACK}/tags/:tag`,
    onStack(async (context, stack, _by, _need, caller) => {
      await tags.removeTag(deps, changing(context, stack, caller), context.req.param('tag') ?? '')
      return context.body(null, 204)
    }),
  )
}
