import type { StackReaders } from '#contract/stackGraph.ts'
import { outputDifferences } from '#domain/overlays/outputReads.ts'
import type { Deps } from '../../deps.ts'
import { ask, storedState } from '../../texts/askStates.ts'
import { readVisible } from '../../core/access/visible.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Handlers } from '../handlers.ts'
import { findStack, findState } from '../lookup.ts'
import { readersOf, refersTo } from './readersOf.ts'

/** Number of readers that are examined, which reads their whole states; others are only counted. */
const MAX_READ = 25

/** Handles which stacks read the outputs of a stack, and which outputs have changed since they were last read. */
export const stackReaderHandlers = (deps: Deps): Pick<Handlers, 'stackReaders'> => ({
  stackReaders: ({ params }, { user }) =>
    readVisible(deps, user, async (reader): Promise<StackReaders> => {
      const stack = await findStack(reader, params)
      const { source, version } = await findState(deps, reader, stack, undefined)
      const { outputs } = await ask(deps, [source], 'outputs', { version })
      const rows = await readersOf(reader, stack)
      const readers: StackReaders['readers'] = []
      for (const { stateId, line } of rows.slice(0, MAX_READ)) {
        const row = await reader.state(stateId)
        const reads = row ? await ask(deps, [storedState(reader, row)], 'outputReads', null) : []
        const own = reads.find(({ name }) => refersTo(name, line, params))
        const { differs, secretCount } = own ? outputDifferences(own.outputs, outputs) : { differs: [], secretCount: 0 }
        readers.push({
          ref: refOf(line),
          updatedAt: line.lastStartedAt,
          differs,
          uses: own?.uses ?? [],
          unmatched: own?.unmatched ?? { urns: [], count: 0 },
          isCut: own?.isCut ?? false,
          secretCount,
          isKnown: own !== undefined,
        })
      }
      return { outputs: Object.keys(outputs).toSorted(), readers, unreadCount: rows.length - readers.length }
    }),
})
