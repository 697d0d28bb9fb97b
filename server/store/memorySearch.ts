import { fold, holds, searchedText } from '#domain/search/needles.ts'
import { copy } from './memoryRows.ts'
import type { StackRow } from './port/stacks.ts'
import type { UpdateRow } from './port/updates.ts'
import { type View, VersionedTable } from './versioned.ts'
import { runText } from './runText.ts'
import type { IndexMark, KeptResource, ResourceFilter, SearchReader, SearchWriter } from './port/search.ts'

type Index = IndexMark & { rows: KeptResource[]; lastSeq: number }

export const searchTables = () => ({ indexes: new VersionedTable<string, Index>() })

type Tables = ReturnType<typeof searchTables> & {
  stacks: VersionedTable<string, StackRow>
  updates: VersionedTable<string, UpdateRow>
}

export function memorySearchReader(tables: Tables, view: View): SearchReader {
  const live = () => [...tables.stacks.values(view)].filter((row) => row.deletedAt === null)
  return {
    async indexMark(stackId) {
      const known = tables.indexes.get(stackId, view)
      return known && { stateId: known.stateId, rules: known.rules, step: known.step }
    },
    indexed: async (stackId, { after, limit }) =>
      (tables.indexes.get(stackId, view)?.rows ?? [])
        .filter(({ seq }) => seq > after)
        .slice(0, limit)
        .map(copy),
    staleIndexes: async ({ rules, limit }) =>
      [...tables.stacks.values(view)]
        .map(({ id, stateId, deletedAt }) => ({ stackId: id, stateId: deletedAt === null ? stateId : null }))
        .filter(({ stackId, stateId }) => {
          const known = tables.indexes.get(stackId, view)
          return stateId !== (known?.stateId ?? null) || (known !== undefined && known.rules !== rules)
        })
        .slice(0, limit),
    async findResources({ limit, examine, ...filter }) {
      const rows = []
      let examined = 0
      for (const { id, org, project, name } of live()) {
        const stack = { id, org, project, name }
        if (!isOf(filter.stack, stack)) continue
        for (const { seq: _, ...row } of tables.indexes.get(id, view)?.rows ?? []) {
          if (examined === examine) return { rows, examined, isComplete: false }
          examined += 1
          if (isFound(filter, row)) rows.push({ ...row, stack })
          if (rows.length === limit) return { rows, examined, isComplete: true }
        }
      }
      return { rows, examined, isComplete: true }
    },
    async findRuns({ needles, limit, examine }) {
      const all = [...tables.updates.values(view)].filter((row) => row.dryRun || row.version !== null).toReversed()
      const rows = all
        .slice(0, examine)
        .filter((row) => holds(runText(row), needles))
        .filter(({ stackId }) => tables.stacks.get(stackId, view)?.deletedAt === null)
        .slice(0, limit)
        .map(copy)
      return {
        rows,
        examined: Math.min(all.length, examine),
        isComplete: rows.length === limit || all.length <= examine,
      }
    },
  }
}

export function memorySearchWriter(tables: Tables, view: View): SearchWriter {
  return {
    async changeIndex(stackId, { step, remove, add, done }) {
      const known = tables.indexes.get(stackId, view) ?? { stateId: null, rules: 0, step: 0, rows: [], lastSeq: 0 }
      if (known.step !== step) return false
      const gone = new Set(remove)
      const rows = known.rows.filter(({ seq }) => !gone.has(seq))
      rows.push(...add.map((row, at) => ({ ...copy(row), seq: known.lastSeq + 1 + at })))
      const lastSeq = known.lastSeq + add.length
      tables.indexes.set(stackId, { ...known, ...done, step: step + 1, rows, lastSeq }, view)
      return true
    },
  }
}

type Named = { id: string; org: string; project: string; name: string }

function isOf(wanted: ResourceFilter['stack'], stack: Named): boolean {
  if (wanted === undefined) return true
  if ('id' in wanted) return wanted.id === stack.id
  if ('part' in wanted) return fold(`${stack.org}/${stack.project}/${stack.name}`).includes(wanted.part)
  return wanted.project === stack.project && wanted.name === stack.name
}

function isFound(
  { needles, type, id, isProtected, exactly }: Omit<ResourceFilter, 'limit' | 'examine'>,
  row: Omit<KeptResource, 'seq'>,
): boolean {
  return (
    holds(searchedText(row), needles) &&
    (type === undefined || fold(row.type).includes(type)) &&
    (id === undefined || fold(row.resourceId ?? '').includes(id)) &&
    (isProtected === undefined || row.isProtected === isProtected) &&
    (exactly === undefined ||
      (row.name === exactly.name && row.type === exactly.type && row.parentType === exactly.parentType))
  )
}
