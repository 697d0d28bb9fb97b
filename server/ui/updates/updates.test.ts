import { describe, expect, it } from 'vitest'
import { begins as begin, succeeds as success } from '#testing/samples/sampleJournal.ts'
import { Attention, StateVersions } from '#contract/stacks.ts'
import { LogPage, UpdateChanges, UpdateDetail, UpdatePage } from '#contract/updates.ts'
import { createUiApp } from '../app.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const PROD = 'organization/shop/prod'
const ROOT = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
const urnOf = (name: string) => `urn:pulumi:prod::shop::random:index/randomId:RandomId::${name}`
const resource = (name: string) => ({ urn: urnOf(name), type: 'random:index/randomId:RandomId', custom: true })

const begins = (sequenceID: number, type: string, name: string) => begin(sequenceID, { type, resource: resource(name) })
const succeeds = (sequenceID: number, operationID: number, name: string, id: string) =>
  success(sequenceID, operationID, { ...resource(name), id })
const says = (sequence: number, message: string, severity = 'info') => ({
  sequence,
  timestamp: 1,
  diagnosticEvent: { message: `<{%fg 1%}>${message}<{%reset%}>\n`, severity, color: 'raw' },
})
const step = (sequence: number, kind: string, name: string, op = 'create') => ({
  sequence,
  timestamp: 1,
  [kind]: { metadata: { op, urn: urnOf(name), type: 'random:index/randomId:RandomId', old: null, new: null } },
})

async function started() {
  const harness = await createHarness()
  await harness.cli.createStack(PROD)
  return harness
}

const viewOf = async (harness: Harness, path: string) =>
  UpdateDetail.parse(await harness.get(`/stacks/${PROD}/${path}`))
const historyOf = async (harness: Harness, query = '') =>
  UpdatePage.parse(await harness.get(`/stacks/${PROD}/updates${query}`))
const logOf = async (harness: Harness, id: string, query = '') =>
  LogPage.parse(await harness.get(`/stacks/${PROD}/runs/${id}/log${query}`))
const changesOf = async (harness: Harness, id: string) =>
  UpdateChanges.parse(await harness.get(`/stacks/${PROD}/runs/${id}/changes`))

describe('the error of a failed run', () => {
  it('is that of a resource rather than of the program, in engine order, and is also the reason shown for the stack', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    const denied = (sequence: number, name: string, message: string) => {
      const { diagnosticEvent, ...rest } = says(sequence, message, 'error')
      return { ...rest, diagnosticEvent: { ...diagnosticEvent, urn: urnOf(name) } }
    }
    await run.events(says(3, 'the program threw', 'error'), denied(9, 'b', 'later'))
    await run.events(denied(5, 'a', '1 error occurred:\n\t* creating id: denied'), says(12, 'update failed', 'error'))
    await run.complete('failed')
    const { failure } = await viewOf(harness, 'updates/1')
    expect(failure).toEqual({
      urn: urnOf('a'),
      line: 'creating id: denied',
      text: '1 error occurred:\n\t* creating id: denied',
    })
    const { needs } = Attention.parse(await harness.get('/attention'))
    expect(needs.map(({ healthReason }) => healthReason)).toEqual(['a: creating id: denied'])
  })
})

describe('the history', () => {
  it('is newest first, with previews on request only', async () => {
    const harness = await started()
    await (await harness.cli.start(PROD, { kind: 'preview' })).complete('succeeded')
    await harness.wait(1)
    await (await harness.cli.start(PROD)).complete('succeeded')
    await harness.wait(1)
    await (await harness.cli.start(PROD, { kind: 'destroy' })).complete('failed')
    const real = await historyOf(harness)
    expect(real.updates.map(({ kind, version, status }) => [kind, version, status])).toEqual([
      ['destroy', 2, 'failed'],
      ['update', 1, 'succeeded'],
    ])
    expect(real.total).toBe(2)
    const all = await historyOf(harness, '?previews=true')
    expect(all.updates.map(({ kind }) => kind)).toEqual(['destroy', 'update', 'preview'])
  })

  it('distinguishes cancelled, expired and failed', async () => {
    const harness = await started()
    await (await harness.cli.start(PROD)).cancel()
    await harness.cli.start(PROD)
    await harness.wait(300)
    const { updates } = await historyOf(harness)
    expect(updates.map(({ status }) => status)).toEqual(['expired', 'cancelled'])
  })
})

describe('an update', () => {
  it('is found by its version, a preview by its ID, both with the address that the CLI prints', async () => {
    const harness = await started()
    const preview = await harness.cli.start(PROD, { kind: 'preview' })
    const update = await harness.cli.start(PROD)
    expect(await viewOf(harness, 'updates/1')).toMatchObject({
      id: update.id,
      permalink: `http://localhost:3000/${PROD}/updates/1`,
    })
    expect(await viewOf(harness, `previews/${preview.id}`)).toMatchObject({
      dryRun: true,
      version: null,
      permalink: `http://localhost:3000/${PROD}/previews/${preview.id}`,
    })
  })

  it.each(['updates/9', 'updates/0', 'updates/abc', 'updates/1e0', 'previews/no one'])(
    'is not found at %s',
    async (path) => {
      const harness = await started()
      await harness.cli.start(PROD)
      expect((await harness.call('GET', `/stacks/${PROD}/${path}`)).status).toBe(404)
    },
  )

  it('of one stack is not found under another', async () => {
    const harness = await started()
    await harness.cli.createStack('organization/shop/dev')
    const { id } = await harness.cli.start(PROD)
    expect((await harness.call('GET', `/stacks/organization/shop/dev/previews/${id}`)).status).toBe(404)
    expect((await harness.call('GET', `/stacks/organization/shop/dev/runs/${id}/log`)).status).toBe(404)
  })

  it('shows configuration without secrets, not even as ciphertext', async () => {
    const harness = await started()
    const config = {
      'shop:region': { string: 'eu-1', secret: false, object: false },
      'shop:key': { string: 'Y2lwaGVydGV4dA==', secret: true, object: false },
      'shop:db': { string: '{"host":"db","password":{"secure":"Y2lwaGVydGV4dA=="}}', secret: true, object: true },
      'shop:odd': { string: 'Y2lwaGVydGV4dA== but no JSON', secret: true, object: true },
    }
    await harness.cli.start(PROD, { config })
    const text = await (await harness.call('GET', `/stacks/${PROD}/updates/1`)).text()
    expect(text).not.toContain('Y2lwaGVydGV4dA')
    expect(UpdateDetail.parse(JSON.parse(text)).config).toEqual({
      'shop:region': { value: 'eu-1', secret: false, object: false },
      'shop:key': { value: null, secret: true, object: false },
      'shop:db': { value: '{"host":"db","password":"[secret]"}', secret: true, object: true },
      'shop:odd': { value: null, secret: true, object: true },
    })
  })

  it('shows what is in flight while it runs, and what stayed pending when it was interrupted', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    const begun = harness.now()
    await run.journal(begins(1, 'creating', 'a'), begins(2, 'creating', 'b'), succeeds(3, 1, 'a', 'id-a'))
    const inFlight = [{ type: 'creating', urn: urnOf('b'), name: 'b', resourceType: resource('b').type, since: begun }]
    expect(await viewOf(harness, 'updates/1')).toMatchObject({ status: 'running', inFlight, pending: [] })
    await run.cancel()
    expect(await viewOf(harness, 'updates/1')).toMatchObject({
      status: 'cancelled',
      endedBy: { login: 'admin' },
      inFlight: [],
      pending: inFlight,
      pendingLeft: 1,
      resourceCount: 1,
    })
  })

  it('shows what its client reported too late, with the reported IDs', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.journal(begins(1, 'creating', 'a'))
    await run.cancel()
    await harness.wait(5)
    await run.journal(succeeds(2, 1, 'a', 'id-a')).catch(() => undefined)
    expect((await viewOf(harness, 'updates/1')).lateEvidence).toEqual([
      { at: harness.now(), what: 'reported success', urn: urnOf('a'), resourceId: 'id-a' },
    ])
  })

  it('counts the events that its client sent too late, and those that say how a step ended', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.journal(begins(1, 'creating', 'a'))
    await run.cancel()
    const said = async () => (await viewOf(harness, 'updates/1')).lateEvidence.map(({ what }) => what)
    await run.events(says(1, 'still creating'))
    expect(await said()).toEqual(['The CLI sent 1 engine event, which does not say how a step ended'])
    await run.events(step(2, 'resOutputsEvent', 'a'), says(3, 'bye'))
    expect(await said()).toEqual(['The CLI sent 3 engine events; 1 of them says how a step ended'])
  })
})

describe('the log of a run', () => {
  it('has no colour codes, and continues from a cursor', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.events(says(1, 'hello'), says(2, 'careful', 'warning'), step(3, 'resourcePreEvent', 'a'))
    const first = await logOf(harness, run.id)
    expect(first.lines.map(({ severity, text, at }) => [severity, text, at])).toEqual([
      ['info', 'hello', harness.now()],
      ['warning', 'careful', harness.now()],
    ])
    await run.events(says(4, 'bye'))
    const second = await logOf(harness, run.id, `?after=${first.next}`)
    expect(second.lines.map(({ text }) => text)).toEqual(['bye'])
    await run.complete('succeeded')
    expect((await logOf(harness, run.id, `?after=${second.next}`)).next).toBeNull()
  })

  it('comes in pages of 1,000 lines, however much else was reported between them', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    for (let batch = 0; batch < 5; batch++) {
      const at = batch * 1000
      await run.events(
        ...Array.from({ length: 1000 }, (_, i) =>
          i % 2 ? says(at + i, `${at + i}`) : step(at + i, 'resourcePreEvent', 'a'),
        ),
      )
    }
    await run.complete('succeeded')
    const pages = []
    for (let after: string | null = ''; after !== null;) {
      const page = await logOf(harness, run.id, `?after=${after}`)
      pages.push(page.lines.length)
      after = page.next
      expect(page.total).toBe(2500)
    }
    expect(pages).toEqual([1000, 1000, 500])
  })

  it('of an ended run is in engine order, however the batches arrived', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    const send = (from: number, to: number) =>
      run.events(...Array.from({ length: to - from }, (_, i) => says(from + i, `${from + i}`)))
    await send(1200, 2100)
    await send(53, 1200)
    const midway = await logOf(harness, run.id)
    await send(0, 53)
    await run.complete('succeeded')
    const readAll = async (from: string) => {
      const seen: number[] = []
      for (let after: string | null = from; after !== null;) {
        const page = await logOf(harness, run.id, `?after=${after}`)
        seen.push(...page.lines.map(({ sequence }) => sequence))
        after = page.next
      }
      return seen
    }
    expect(await readAll('')).toEqual(Array.from({ length: 2100 }, (_, i) => i))
    const known = midway.lines.map(({ sequence }) => sequence)
    const rest = await readAll(midway.next ?? '')
    expect(rest).toEqual(rest.toSorted((a, b) => a - b))
    expect([...known, ...rest].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2100 }, (_, i) => i))
  })

  it('of a failed run starts, if asked, shortly before the error that the page shows, and says which line that is', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    const lines = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => says(from + i, `${from + i}`))
    await run.events(...lines(2000, 500))
    await run.events(...lines(1, 1999).map((line, i) => (i % 2 === 0 ? step(i + 1, 'resourcePreEvent', 'a') : line)))
    await run.events(says(2500, 'denied', 'error'), ...lines(2501, 1999))
    expect((await logOf(harness, run.id, '?at=failure')).failure).toBeUndefined()
    await run.complete('failed')
    const { lines: shown, failure, next, total } = await logOf(harness, run.id, '?at=failure')
    expect(failure).toEqual({ line: 1500, before: 1300 })
    expect([shown[0]?.text, shown[199]?.text, shown.length, total]).toEqual(['2301', 'denied', 1000, 3499])
    expect((await logOf(harness, run.id, `?after=${next}`)).lines[0]?.sequence).toBe(3301)
  })

  it('of a failed run starts at its first line if the error is on the first page', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.events(says(1, 'starting'), says(300, 'denied', 'error'), says(301, 'update failed', 'error'))
    await run.complete('failed')
    const { lines, failure } = await logOf(harness, run.id, '?at=failure')
    expect([lines.length, failure]).toEqual([3, { line: 2, before: 0 }])
  })

  it('refuses an invalid cursor', async () => {
    const harness = await started()
    const { id } = await harness.cli.start(PROD)
    expect((await harness.call('GET', `/stacks/${PROD}/runs/${id}/log?after=x`)).status).toBe(400)
  })
})

describe('the changes of a run', () => {
  const summary = { sequence: 9, timestamp: 1, summaryEvent: { durationSeconds: 12, resourceChanges: { create: 1 } } }

  it('are partial until the engine sent its summary', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.events(
      step(1, 'resourcePreEvent', 'a'),
      step(2, 'resOutputsEvent', 'a'),
      step(3, 'resourcePreEvent', 'b'),
    )
    const running = await changesOf(harness, run.id)
    expect(running.rows.map(({ name, state }) => [name, state])).toEqual([
      ['a', 'done'],
      ['b', 'running'],
    ])
    expect(running).toMatchObject({ partial: true, durationSeconds: null })
    await run.events(summary)
    expect(await changesOf(harness, run.id)).toMatchObject({
      partial: false,
      durationSeconds: 12,
      totals: { create: 1 },
    })
  })

  it('of a long run are stored when it ended, and include late events', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    const kept = () => harness.deps.store.read((reader) => reader.fold(run.id))
    await run.events(step(0, 'resourcePreEvent', 'a'), ...Array.from({ length: 999 }, (_, i) => says(i + 1, `${i}`)))
    expect((await changesOf(harness, run.id)).rows.map(({ state }) => state)).toEqual(['running'])
    expect(await kept()).toBeUndefined()
    await run.events(step(1001, 'resOutputsEvent', 'a'))
    await run.cancel()
    const ended = await changesOf(harness, run.id)
    expect(ended.rows.map(({ name, state }) => [name, state])).toEqual([['a', 'done']]) // 1000 is missing, and 1001 counts nevertheless
    expect((await kept())?.received).toBe(1001)
    const restarted = createUiApp(harness.deps)
    const again = async () => {
      const headers = { authorization: `token ${harness.token}` }
      const answer = await restarted.request(`/api/ui/stacks/${PROD}/runs/${run.id}/changes`, { headers })
      return UpdateChanges.parse(await answer.json())
    }
    expect(await again()).toEqual(ended)
    await run.events(step(1000, 'resourcePreEvent', 'b')).catch(() => undefined)
    expect((await again()).rows.map(({ name }) => name)).toEqual(['a', 'b'])
    expect((await kept())?.received).toBe(1002)
  })

  it('show an unknown outcome for unfinished rows of an interrupted run', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.events(step(1, 'resourcePreEvent', 'a'))
    await run.cancel()
    expect((await changesOf(harness, run.id)).rows.map(({ state }) => state)).toEqual(['unknown'])
  })
})

it('lists the states of a stack, newest first', async () => {
  const harness = await started()
  await harness.cli.import(PROD, { resources: [{ urn: ROOT, type: 'pulumi:pulumi:Stack' }] })
  await harness.wait(1)
  await (await harness.cli.start(PROD)).complete('failed')
  const { versions, total } = StateVersions.parse(await harness.get(`/stacks/${PROD}/versions`))
  expect(
    versions.map(({ version, update, resourceCount }) => [version, update?.kind, update?.status, resourceCount]),
  ).toEqual([
    [2, 'update', 'failed', 1],
    [1, 'import', 'succeeded', 1],
  ])
  expect(total).toBe(2)
})
