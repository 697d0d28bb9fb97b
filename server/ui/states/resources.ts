import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { ask, askForReply } from '../../texts/askStates.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Handlers } from '../handlers.ts'
import { findStack, findState } from '../lookup.ts'

/** Handles the entries of a state: the list, single ones, the graph. */
export const resourceHandlers = (
  deps: Deps,
): Pick<Handlers, 'resourceList' | 'resourceView' | 'graph' | 'graphNotes'> => ({
  resourceList: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { source, version } = await findState(deps, reader, stack, query.version)
      return askForReply(deps, [source], 'resourceList', { stack: refOf(stack), version })
    }),

  resourceView: ({ params, query: { version, urn, index } }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { source } = await findState(deps, reader, stack, version)
      const detail = await ask(deps, [source], 'resourceDetail', { urn, index })
      if (detail === null) throw new DomainError({ kind: 'noSuchResource', urn })
      return detail
    }),

  graph: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { source, version } = await findState(deps, reader, stack, query.version)
      return askForReply(deps, [source], 'graph', { stack: refOf(stack), version })
    }),

  graphNotes: ({ params, query }) =>
    deps.store.read(async (reader) => {
      const stack = await findStack(reader, params)
      const { source, version } = await findState(deps, reader, stack, query.version)
      return askForReply(deps, [source], 'graphNotes', { version })
    }),
})
