import { gramsOf, type Needle } from '#domain/search/needles.ts'
import type { Found, FoundResource, ResourceFilter, SearchReader, SearchWriter } from '#server/store/port/search.ts'
import { RUN_TEXT_VERSION, runText } from '#server/store/runText.ts'
import type { Writer } from '#server/store/port.ts'
import type { Commands } from '../commands.ts'
import type { Queries } from '../queries.ts'
import { hiddenText, hides } from '../hidden.ts'
import type { Prepared, Session } from '../session.ts'
import { updates } from '../tables.ts'
import { evened, patternOf, places } from './conditions.ts'
import { FEW_ROWS } from './rows.ts'
import {
  FEW_STACKS,
  type FoundRow,
  type Part,
  type SearchArguments,
  type SearchStatements,
  type Shape,
} from './statements.ts'

export const sqlSearchReader = (session: Session, statements: SearchStatements): SearchReader => ({
  async indexMark(stackId) {
    const [row] = await session.rows(statements.mark(), { stackId })
    return row && { ...row }
  },
  indexed: async (stackId, page) =>
    (await session.rows(statements.indexed(), { stackId, ...page })).map(({ isProtected, seq = 0, ...row }) => ({
      ...row,
      seq,
      isProtected: isProtected === 1,
    })),
  staleIndexes: async (options) =>
    (await session.rows(statements.stale(), options)).map(({ stackId, stateId }) => ({ stackId, stateId })),
  findResources: async (filter) => foundRows(await findResources(session, statements, filter)),
  async findRuns({ needles, hiddenOrgs, limit, examine }) {
    const { shape, args } = patternsOf(needles, needles, statements)
    const { rows, ...found } = await inBatches(
      session,
      { limit, examine },
      {
        find: statements.findRuns({ ...shape, parts: hides(hiddenOrgs) ? ['hidden'] : [] }),
        extent: statements.extentOfRuns({ ...shape, parts: [] }),
        args: { ...args, hidden: hiddenText(hiddenOrgs) },
        isDescending: true,
      },
    )
    return { ...found, rows: rows.map(updates.decode) }
  },
})

/** The parts of a filter other than its needles, and their arguments. */
type Parted = { parts: readonly Part[]; args: Partial<SearchArguments> }

async function findResources(
  session: Session,
  statements: SearchStatements,
  filter: ResourceFilter,
): Promise<Found<FoundRow>> {
  const { needles, type, id, stack, limit, examine } = filter
  const stacks = stack && (await stacksIn(session, statements, stack))
  if (stacks?.length === 0) return { rows: [], examined: 0, isComplete: true }
  const parted = partsOf(filter)
  const search = (by: ReturnType<typeof patternsOf>, { parts, args }: Parted, left = { limit, examine }) =>
    inBatches(session, left, {
      find: statements.find({ ...by.shape, parts }),
      extent: statements.extent({ ...by.shape, parts }),
      args: { ...by.args, ...args },
      isDescending: false,
    })
  const asked = [...needles, ...[type, id].flatMap((part) => (part === undefined ? [] : [[part]]))]
  const narrowed = patternsOf(needles, asked, statements)
  if (stacks === undefined) {
    const isInStack = stack === undefined ? [] : (['stackPart'] as const)
    return search(narrowed, { ...parted, parts: [...parted.parts, ...isInStack] })
  }
  if (narrowed.shape.grams !== 'none' && (await isFew(session, statements, narrowed)))
    return search(narrowed, inStacks(parted, stacks))
  const plain = patternsOf(needles, undefined, statements)
  if (!Number.isFinite(session.rowsAtOnce)) return search(plain, inStacks(parted, stacks))
  // One after the other: the index continues from the last row of a stack, not of several.
  const all: Found<FoundRow> = { rows: [], examined: 0, isComplete: true }
  for (const number of stacks) {
    const left = { limit: limit - all.rows.length, examine: examine - all.examined }
    if (left.limit === 0) break
    const found = await search(plain, inStacks(parted, [number]), left)
    all.rows.push(...found.rows)
    all.examined += found.examined
    if (!found.isComplete) return { ...all, isComplete: false }
  }
  return all
}

/** The numbers of the stacks that match a filter; undefined if there are too many to list. */
async function stacksIn(
  session: Session,
  statements: SearchStatements,
  stack: NonNullable<ResourceFilter['stack']>,
): Promise<number[] | undefined> {
  const rows =
    'id' in stack
      ? await session.rows(statements.stackOf(), { stackId: stack.id })
      : 'part' in stack
        ? await session.rows(statements.stacksNamed(), { pattern: patternOf(stack.part), limit: FEW_STACKS + 1 })
        : await session.rows(statements.stacksCalled(), stack)
  return rows.length > FEW_STACKS ? undefined : rows.map(({ no }) => no ?? -1)
}

function partsOf({ type, id, isProtected, stack, exactly, hiddenOrgs }: ResourceFilter): Parted {
  const parts: Part[] = []
  if (type !== undefined) parts.push('type')
  if (id !== undefined) parts.push('id')
  if (isProtected !== undefined) parts.push('isProtected')
  if (exactly !== undefined) parts.push('exactly')
  if (hides(hiddenOrgs)) parts.push('hidden')
  const args = {
    hidden: hiddenText(hiddenOrgs),
    type: patternOf(type ?? ''),
    id: patternOf(id ?? ''),
    isProtected: Number(isProtected ?? false),
    stackPart: stack && 'part' in stack ? patternOf(stack.part) : '',
    name: exactly?.name ?? '',
    exactType: exactly?.type ?? '',
    parentType: exactly?.parentType ?? '',
  }
  return { parts, args }
}

/** The same in these stacks, by their numbers. */
const inStacks = ({ parts, args }: Parted, numbers: readonly number[]): Parted => ({
  parts: [...parts, numbers.length > 1 ? 'stacks' : 'stack'],
  args: { ...args, ...Object.fromEntries(places(FEW_STACKS).map((n) => [`stack${n}`, numbers[n] ?? -1])) },
})

/** Whether trigrams find so few rows that examining those is less work than all rows of some stacks. */
async function isFew(
  session: Session,
  statements: SearchStatements,
  { shape, args }: ReturnType<typeof patternsOf>,
): Promise<boolean> {
  const few = { ...args, limit: 0, examine: FEW_ROWS, from: -1 }
  const [extent] = await session.rows(statements.extent({ ...shape, parts: [] }), few)
  return (extent?.count ?? 0) < FEW_ROWS
}

const foundRows = ({ rows, ...found }: Found<FoundRow>): Found<FoundResource> => ({
  ...found,
  rows: rows.map(foundIn),
})

type Extent = { count: number; first: number | null; last: number | null }
type Batches<Row> = {
  find: Prepared<SearchArguments, Row>
  extent: Prepared<SearchArguments, Extent>
  args: Omit<SearchArguments, 'limit' | 'examine' | 'from'>
  /** Whether candidates come with descending `seq`. */
  isDescending: boolean
}

/** Finds rows among the candidates of an index, as many of them at once as the session allows. */
async function inBatches<Row>(
  session: Session,
  { limit, examine }: { limit: number; examine: number },
  { find, extent, args, isDescending }: Batches<Row>,
): Promise<Found<Row>> {
  const rows: Row[] = []
  let examined = 0
  let from = isDescending ? Number.MAX_SAFE_INTEGER : -1
  while (examined < examine) {
    await session.pause()
    const step = { ...args, from, examine: Math.min(session.rowsAtOnce, examine - examined) }
    rows.push(...(await session.rows(find, { ...step, limit: limit - rows.length })))
    const [candidates] = await session.rows(extent, { ...step, limit: 0 })
    const { count = 0, first = null, last = null } = candidates ?? {}
    examined += count
    if (rows.length >= limit || count < step.examine) return { rows, examined, isComplete: true }
    from = (isDescending ? first : last) ?? from
  }
  return { rows, examined, isComplete: false }
}

const foundIn = ({ stackId: id, org, project, stackName, isProtected, ...row }: FoundRow): FoundResource => ({
  ...row,
  isProtected: isProtected === 1,
  stack: { id, org, project, name: stackName },
})

/** The patterns of needles, and the trigrams that narrow the search. */
function patternsOf(needles: readonly Needle[], asked: readonly Needle[] | undefined, statements: SearchStatements) {
  const found = asked && gramsOf(asked)
  const single = needles.flatMap((needle) => (needle.length === 1 ? needle : []))
  const any = needles.find((needle) => needle.length > 1) ?? []
  const likes = single.length === 0 ? 0 : evened(single.length)
  const args: Omit<SearchArguments, 'limit' | 'examine' | 'from'> = { grams: found ? statements.gramsText(found) : '' }
  for (let n = 0; n < likes; n++) args[`like${n}`] = patternOf(single[n] ?? '')
  for (const [n, text] of any.entries()) args[`any${n}`] = patternOf(text)
  const shape: Omit<Shape, 'parts'> = { grams: found?.of ?? 'none', likes, anyOf: any.length }
  return { shape, args }
}

export function sqlSearchWriter(session: Session, statements: SearchStatements): SearchWriter {
  return {
    async changeIndex(stackId, { step, remove, add, done }) {
      if (step === 0) await session.run(statements.insertMark(), { stackId })
      if ((await session.run(statements.takeStep(), { stackId, step })) !== 1) return false
      await session.runEach(
        statements.deleteResource(),
        remove.map((seq) => ({ seq })),
      )
      await session.runEach(
        statements.insertResource(),
        add.map((row) => ({ ...row, stackId, isProtected: Number(row.isProtected) })),
      )
      if (done) await session.run(statements.setMark(), { stackId, ...done })
      return true
    },
  }
}

/** Wraps a writer so that runs are searchable as soon as they are stored. */
export const findableRuns = (session: Session, statements: SearchStatements, base: Writer): Writer => ({
  ...base,
  async insertUpdate(row) {
    await base.insertUpdate(row)
    await session.run(statements.insertRunText(), { id: row.id, text: runText(row) })
  },
  async patchUpdate(id, patch) {
    const before = 'failure' in patch ? await base.update(id) : undefined
    await base.patchUpdate(id, patch)
    if (before === undefined) return
    const text = runText({ ...before, ...patch })
    if (text === runText(before)) return
    await session.run(statements.deleteRunText(), { id })
    await session.run(statements.insertRunText(), { id, text })
  },
})

const RUNS_AT_ONCE = 500

/**
 * Builds the searched texts of all runs, unless the same version of the rules already did. Returns whether any were
 * built.
 */
export async function keepAllRunTexts(session: Session, queries: Queries, commands: Commands): Promise<boolean> {
  const [known] = await session.rows(queries.meta(), { key: 'runTexts' })
  if (known?.value === RUN_TEXT_VERSION) return false
  const { search } = queries
  await session.run(search.deleteRunTexts(), {})
  let after = -1
  for (;;) {
    const rows = await session.rows(search.runsAfter(), { after, limit: RUNS_AT_ONCE })
    const texts = rows.map((row) => ({ id: row.id, text: runText(updates.decode(row)) }))
    await session.runEach(search.insertRunText(), texts)
    after = rows.at(-1)?.seq ?? after
    if (rows.length < RUNS_AT_ONCE) break
  }
  await session.run(commands.setMeta(), { key: 'runTexts', value: RUN_TEXT_VERSION })
  return after >= 0
}
