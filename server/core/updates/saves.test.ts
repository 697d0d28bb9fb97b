import { expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import { saveFull } from './checkpoints.ts'

it('a save adds the time since the arrival of its call to the sum of the update', async () => {
  const { deps, clock, cli } = await testService()
  const client = cli()
  await client.initStack(STACK)
  const run = await client.start(STACK)
  const read = () => deps.store.read((reader) => reader.update(run.id))
  const call = {
    name: { org: STACK.org, project: STACK.project, name: STACK.stack },
    updateId: run.id,
    tokenHash: (await read())?.lease?.tokenHash ?? '',
    token: '',
    from: { userAgent: '', address: null },
  }
  const text = new TextEncoder().encode('{"version":3,"deployment":{"resources":[]}}')
  for (const took of [1_500, 400]) {
    const arrivedAt = await deps.store.now()
    clock.advance(took)
    await saveFull(deps, { ...call, arrivedAt }, { version: 3, features: null, text })
  }
  expect((await read())?.saves).toEqual({ count: 2, ms: 1_900 })
})
