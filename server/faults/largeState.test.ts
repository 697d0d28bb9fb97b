import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'
import { STACK } from '#testing/service.ts'

// The limits that refuse amplifiers must accept large states.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const BYTES = 100_000_000
const VALUES = 2_000_000

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(() => server.remove())

function bucket(resource: number): string {
  const inputs = Array.from(
    { length: 50 },
    (_, at) =>
      `"p${at}":["${resource * at} is a value as long as those of a usual state, which has 50 bytes to a value"]`,
  )
  const urn = `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::bucket-${resource}`
  return `{"urn":"${urn}","type":"aws:s3/bucket:Bucket","custom":true,"id":"b${resource}","inputs":{${inputs.join()}}}`
}

it('a state of 100 MB is accepted from a caller who may write it, as an import and as a save of an update', async () => {
  const cli = server.cli()
  await cli.initStack(STACK)
  const resources = Array.from({ length: 21_500 }, (_, at) => bucket(at))
  const text = `{"version":3,"deployment":{"resources":[${resources.join()}]}}`
  expect(text.length).toBeGreaterThan(BYTES)
  expect(text.match(/[,[{]/g)?.length).toBeGreaterThan(VALUES)
  const isStored = async (version: number) => {
    const headers = { authorization: `token ${server.token}` }
    const response = await fetch(`${server.url}${cli.path(STACK)}/export/${version}`, { headers })
    return (await response.text()) === text // compared here, because a failed assertion would print the whole text
  }

  await cli.call('POST', `${cli.path(STACK)}/import`, { text, gzip: true })
  expect(await isStored(1)).toBe(true)

  const run = await cli.start(STACK, { journal: false })
  await run.saveText(text, 1)
  await run.complete()
  expect(await isStored(2)).toBe(true)
})
