import { expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import { CONTRADICTED } from './journal.ts'

const resource = { urn: 'urn:pulumi:prod::shop::a:b:C::x', type: 'a:b:C', custom: true, id: 'first' }

async function running() {
  const { deps, cli: connect } = await testService()
  const cli = connect()
  await cli.initStack(STACK)
  const run = await cli.start(STACK)
  const late = () => deps.store.read((reader) => reader.late(run.id))
  const sent = [
    run.entry(0, { operationID: 1, operation: { resource, type: 'creating' } }),
    run.entry(1, { operationID: 1, state: resource }),
  ]
  await run.journal(sent)
  return { cli, run, late, sent }
}

it('a batch that is repeated as it was leaves no evidence', async () => {
  const { run, late, sent } = await running()
  await run.journal(sent)
  await run.journal(sent.slice(1))
  expect(await late()).toEqual([])
})

it('an entry that is repeated with another content changes nothing, and is kept as evidence', async () => {
  const { cli, run, late, sent } = await running()
  const [, ended] = sent
  await run.journal([{ ...ended, state: { ...resource, id: 'second' } }, run.entry(0, { operationID: 2 })])
  const [kept, ...others] = await late()
  expect(others).toEqual([])
  expect(kept?.what).toBe(CONTRADICTED)
  expect(kept?.text).toContain('"second"')
  expect(kept?.text).not.toContain('"operationID":2')
  await run.complete()
  expect((await cli.exportState(STACK)).deployment.resources).toMatchObject([{ id: 'first' }])
})
