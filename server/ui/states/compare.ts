import type { Deps } from '../../deps.ts'
import { askForReply } from '../../texts/askStates.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Handlers } from '../handlers.ts'
import { findStack, findState } from '../lookup.ts'

/** Maximum number of characters of values per entry that are compared. */
const VALUES_OF_ONE = 5_000_000

/** Handles the comparison of two states, of one stack or of two. */
export const compareHandlers = (deps: Deps): Pick<Handlers, 'compare'> => ({
  compare: ({ params, query: { from, to, of, urn } }) => {
    const [org = '', project = '', stack = ''] = of?.split('/') ?? [params.org, params.project, params.stack]
    return deps.store.read(async (reader) => {
      const here = await findStack(reader, params)
      const there = of === undefined ? here : await findStack(reader, { org, project, stack })
      const left = await findState(deps, reader, there, from)
      const right = await findState(deps, reader, here, to)
      return askForReply(deps, [left.source, right.source], 'compare', {
        from: { stack: refOf(there), version: left.version },
        to: { stack: refOf(here), version: right.version },
        isOtherStack: there.id !== here.id,
        only: urn,
        valueBudget: VALUES_OF_ONE,
      })
    })
  },
})
