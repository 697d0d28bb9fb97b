import type { Deps } from '../deps.ts'
import { S, type Kit } from './kit.ts'
import type { ServiceApp } from './routes.ts'
import * as tags from './tags.ts'

/** Tags: all at once as the CLI sends them, and one by one for consoles (service-api 3.7). */
export function mountTags(app: ServiceApp, deps: Deps, { onStack, body }: Kit): void {
  app.patch(
    `${S}/tags`,
    onStack(async (context, stack) => {
      await tags.replaceTags(deps, stack.id, await body(context, tags.ReplaceTagsRequest))
      return context.body(null, 204)
    }),
  )
  app.post(
    `${S}/tags`,
    onStack(async (context, stack) => {
      await tags.addTag(deps, stack.id, await body(context, tags.TagRequest))
      return context.body(null, 204)
    }),
  )
  app.patch(
    `${S}/tags/:tag`,
    onStack(async (context, stack) => {
      const { value } = await body(context, tags.TagValueRequest)
      await tags.changeTag(deps, stack.id, context.req.param('tag') ?? '', value)
      return context.body(null, 204)
    }),
  )
  app.delete(
    `${S}/tags/:tag`,
    onStack(async (context, stack) => {
      await tags.removeTag(deps, stack.id, context.req.param('tag') ?? '')
      return context.body(null, 204)
    }),
  )
}
