import { createToken } from '#server/core/access/credentials.ts'
import { CI, deployed, killedWhileCreating } from '../scenes.ts'
import { ref, runScenario, type World } from '../story.ts'

/** Joan may read everything and change nothing: a stack needs attention, but she cannot recover it. */
export async function forbidden(): Promise<World> {
  const world = await runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
    const ci = await cli('ci-runner', CI)
    await deployed(ci, ref('organization/website/prod'), { resources: 20, seed: 2, wait })
    await wait('2h')
    await deployed(ci, ref('organization/shop/prod'), { resources: 40, wait })
    await wait('1h')
    await killedWhileCreating(ci, ref('organization/shop/prod'), 'Move the ledger', wait)
    await wait('10m')
  })
  const { deps } = world
  const id = deps.newId()
  const createdAt = await deps.store.now()
  const { value } = await deps.store.write(async (writer) => {
    const joan = {
      id,
      login: 'joan',
      name: 'Joan Clarke',
      role: 'reader',
      roles: {},
      createdAt,
      removedAt: null,
    } as const
    await writer.insertUser(joan)
    return createToken(deps, writer, { userId: id, name: 'browser', scope: 'read', source: 'console' })
  })
  return { ...world, token: value }
}
