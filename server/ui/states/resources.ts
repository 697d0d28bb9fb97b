import type { StackRef } from '#contract/common.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { ask, askForReply } from '../../texts/askStates.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { Handlers } from '../handlers.ts'
import { findStack, findState } from '../lookup.ts'

/** Handles the entries of a state: the list, single ones, the graph. */
export const resourceHandlers = (
  deps: Deps,
): Pick<Handlers, 'resourceList' | 'resourceView' | 'graph' | 'graphNotes'> => ({
  resourceList: ({ params, query }) =>
    inState(deps, params, query.version, ({ stack, source, version }) =>
      askForReply(deps, [source], 'resourceList', { stack: refOf(stack), version }),
    ),

  resourceView: ({ params, query: { version, urn, index } }) =>
    inState(deps, params, version, async ({ source }) => {
      const detail = await ask(deps, [source], 'resourceDetail', { urn, index })
      if (detail === null) throw new DomainError({ kind: 'noSuchResource', urn })
      return detail
    }),

  graph: ({ params, query }) =>
    inState(deps, params, query.version, ({ stack, source, version }) =>
      askForReply(deps, [source], 'graph', { stack: refOf(stack), version }),
    ),

  graphNotes: ({ params, query }) =>
    inState(deps, params, query.version, ({ source, version }) =>
      askForReply(deps, [source], 'graphNotes', { version }),
    ),
})

type Found = Awaited<ReturnType<typeof findState>> & { stack: StackRow }

/** Answers from a version of a stack's state; the current one without a number. */
const inState = <T>(
  deps: Deps,
  ref: StackRef,
  version: number | undefined,
  answer: (found: Found) => Promise<T>,
): Promise<T> =>
  deps.store.read(async (reader) => {
    const stack = await findStack(reader, ref)
    return answer({ stack, ...(await findState(deps, reader, stack, version)) })
  })
