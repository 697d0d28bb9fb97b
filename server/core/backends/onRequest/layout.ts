import type { z } from 'zod'
import type { BackendLayout } from '#contract/backends.ts'
import { placeOf } from '#domain/backends/diy/commands.ts'
import { nameIn } from '#domain/backends/diy/layout.ts'
import { layoutPlan, type StackOfStore } from '#domain/backends/diy/legacy.ts'
import { metaProblem } from '#domain/backends/diy/meta.ts'
import type { Deps } from '../../../deps.ts'
import type { BackendRow } from '../../../store/port/backends.ts'
import type { StackRow } from '../../../store/port/stacks.ts'
import { ask, storedState } from '../../../texts/askStates.ts'
import { refOf } from '../../stacks/names.ts'
import { eachOf } from '../eachOf.ts'

const AT_ONCE = 4

/** What an upgrade of the layout would do with the stacks of a backend (docs/backends.md, Legacy layout). */
export async function layoutOfBackend(
  deps: Deps,
  { id, org, address, layout, meta: says }: BackendRow,
): Promise<z.infer<typeof BackendLayout>> {
  const rows = (await deps.store.read((reader) => reader.mirroredStacks(id))).filter(({ deletedAt }) => !deletedAt)
  const stacks: StackOfStore[] = []
  await eachOf(rows, AT_ONCE, async (row) => void stacks.push(await stackFacts(deps, row)))
  const byName = stacks.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  // Both layouts in one backend mean that meta.yaml says the new one, should it not be readable.
  const meta = says === 'fine' || (says === null && layout === 'mixed') ? 'fine' : 'missing'
  const plan = layoutPlan({ stacks: byName, meta, place: placeOf(address), address })
  const refs = new Map(rows.map((row) => [nameIn(refOf(row)), refOf(row)]))
  return {
    name: org,
    address,
    layout,
    metaProblem: metaProblem({ meta: says, layout }),
    invisibleNow: plan?.invisibleNow ?? [],
    invisibleAfter: plan?.invisibleAfter ?? [],
    steps: plan?.steps ?? [],
    stacks: (plan?.stacks ?? []).flatMap(({ name, newName, fate, because }) => {
      const stack = refs.get(name)
      return stack ? [{ stack, name, newName: newName ?? null, fate, because }] : []
    }),
  }
}

/** The project of a legacy stack is in its state; of others it is not asked for. */
async function stackFacts(deps: Deps, row: StackRow): Promise<StackOfStore> {
  const name = nameIn(refOf(row))
  const { elsewhere } = row
  return {
    name,
    project: elsewhere?.isLegacy ? await projectIn(deps, row) : undefined,
    isLocked: (elsewhere?.locks.length ?? 0) > 0,
    isUnreadable: elsewhere?.stateProblem != null,
    key: elsewhere?.key ?? undefined,
  }
}

const projectIn = (deps: Deps, { stateId }: StackRow): Promise<string | undefined> =>
  deps.store.read(async (reader) => {
    const state = stateId === null ? undefined : await reader.state(stateId)
    const answer = state && (await ask(deps, [storedState(reader, state)], 'project', null))
    return answer?.project ?? undefined
  })
