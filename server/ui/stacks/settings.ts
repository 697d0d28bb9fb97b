import type { StackRef } from '#contract/common.ts'
import { fullName } from '#domain/stackName.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/apiError.ts'
import { type Changer, missingToChangeRules } from '../../core/approvals/leaving.ts'
import { renameStack, transferStack } from '../../core/stacks/rename.ts'
import { deleteStack } from '../../core/stacks/stacks.ts'
import { replaceTags } from '../../core/stacks/tags.ts'
import { actorOf, type Call, type Handlers, whoOf } from '../handlers.ts'
import { findStack } from '../lookup.ts'

/** Handles in the console what `pulumi stack tag`, `stack rename` and `stack rm` do in the CLI. */
export function stackSettingHandlers(
  deps: Deps,
): Pick<Handlers, 'stackTags' | 'stackRename' | 'stackTransfer' | 'stackRemove'> {
  const idOf = async (ref: StackRef) => (await deps.store.read((reader) => findStack(reader, ref))).id
  const who = (call: Call) => [actorOf(call), call.requestId] as const
  const changer = (call: Call): Changer => ({ ...whoOf(call), toChangeRules: missingToChangeRules(call) })
  return {
    async stackTags({ params, body }, call) {
      await replaceTags(deps, { stackId: await idOf(params), ...changer(call) }, body.tags)
      return { ok: true }
    },
    async stackRename({ params, body: { stack, project } }, call) {
      await renameStack(deps, await idOf(params), { newName: stack, newProject: project }, changer(call))
      return { ref: { org: params.org, project, stack } }
    },
    async stackTransfer({ params: { project, stack, org: from }, body: { org } }, call) {
      await transferStack(deps, await idOf({ org: from, project, stack }), org, changer(call))
      return { ref: { org, project, stack } }
    },
    async stackRemove({ params, body: { confirm, force } }, call) {
      const name = fullName(params)
      if (confirm !== name) throw new ApiError('bad_request', `Type ${name} to confirm.`)
      await deleteStack(deps, await idOf(params), force, ...who(call))
      return { ok: true }
    },
  }
}
