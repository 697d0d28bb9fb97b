import { afterEach, describe, expect, it } from 'vitest'
import { ProblemDetails } from '#contract/problem.ts'
import { createServiceApp } from '#server/cli/routes.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { testDeps, testToken } from '#testing/deps.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'
import { jobsOutside } from '#server/texts/waiting/outside.ts'
import { createTextWorker, type TextWorker } from './textWorker.ts'

const opened: TextWorker[] = []
function open(options: Parameters<typeof createTextWorker>[0]): TextWorker {
  const worker = createTextWorker(options)
  opened.push(worker)
  return worker
}
afterEach(async () => {
  for (const worker of opened.splice(0)) await worker.close()
})

const state = (count: number) => ({
  version: 3,
  deployment: {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    resources: Array.from({ length: count }, (_, at) => ({
      urn: `urn:pulumi:prod::web::a:b:C::c-${at}`,
      type: 'a:b:C',
      inputs: { name: `c-${at}`, tags: { team: `team-${at}`, owner: `owner-${at}` }, ports: [at, at + 1] },
    })),
  },
})

describe('when the worker thread for large states dies', () => {
  it('for lack of memory, the CLI gets a 503 and the stack is unchanged', async () => {
    const { deps } = testDeps({ jobs: open({ largeBytes: 100_000, mostHeapMB: 24 }).jobs })
    const app = createServiceApp(deps)
    const authorization = `token ${await testToken(deps)}`
    const send = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      const response = await app.request(`/api/stacks/organization/web${path}`, init)
      return { status: response.status, body: (await response.json()) as unknown }
    }
    await send('POST', '', { stackName: 'prod' })
    expect((await send('POST', '/prod/import', state(3))).status).toBe(200)
    expect(await send('POST', '/prod/import', state(60_000))).toEqual({
      status: 503,
      body: {
        code: 503,
        message: 'There is not enough memory here to read a state of this size. Nothing was changed.',
      },
    })
    expect((await send('GET', '/prod/export')).body).toEqual(state(3))
    expect((await send('POST', '/prod/import', state(4))).status).toBe(200)
  })

  it('the console gets a 503, and the update continues', async () => {
    const { deps, cli, call } = await createHarness()
    const ref = 'organization/shop/prod'
    await cli.createStack(ref)
    const { id: updateId } = await cli.start(ref)
    const texts = open({ largeBytes: 0 })
    await texts.close()
    deps.jobs = jobsOutside(deps.store, texts.jobs).jobs
    const release = () =>
      call('POST', `/stacks/${ref}/recoveries`, {
        body: releaseRequest({ basis: null, updateId }, { reason: 'it hangs', statement: 'Called Ada.', confirm: ref }),
      })
    const answer = await release()
    expect(ProblemDetails.parse(await answer.json())).toMatchObject({
      status: 503,
      code: 'unavailable',
      detail: 'The work on this state was interrupted. Nothing was changed: try again.',
    })
    delete deps.jobs // as if a new thread had started
    expect((await release()).status).toBe(200)
  })
})
