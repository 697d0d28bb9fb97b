import { expect, it } from 'vitest'
import { outcome, refusal, type World } from '#testing/protocolWorld.ts'
import { createEngine } from './engine.ts'
import type * as samples from './samples.ts'
import {
  AT,
  bucket,
  bucketState,
  bucketUrn,
  CONFLICT,
  content,
  documentOf,
  EXPIRED,
  names,
  pending,
  STACK,
} from './samples.ts'

const CANCELLED = '[409] The Update has been cancelled'
const COMPLETED = '[409] The Update has already completed'
/** When the CLI's ticker finds that less than half of the token's lifetime is left (docs/protocol.md, Lease). */
const RENEWAL_MS = 187_500

/** Points 35 to 46. */
export function leasePoints(world: () => World): void {
  const history = async () => (await world().cli().call<samples.History>('GET', `${AT}/updates`)).updates
  const view = () => world().cli().call<samples.StackView>('GET', AT)
  const running = async () => {
    const cli = await world().stack()
    return { cli, run: await cli.start(STACK) }
  }

  it('35 an update of twelve minutes renews its lease, and its reports never fail', async () => {
    const { cli, run } = await running()
    const before = run.lease
    for (let index = 0; index < 4; index++) {
      world().advance(RENEWAL_MS)
      const old = run.lease
      const late = cli.call('PATCH', `${AT}/update/${run.id}/journalentries`, { body: { entries: [] }, lease: old })
      await Promise.all([run.renew(), run.does('creating', bucket(`b${index}`)), run.says('still here'), late])
      expect(await outcome(cli.start(STACK))).toBe(CONFLICT)
    }
    // Calls in flight with the first token must not fail (docs/protocol.md, Lease).
    const body = { events: [{ sequence: 99, timestamp: 0, stdoutEvent: { message: '', color: '' } }] }
    await cli.call('POST', `${AT}/update/${run.id}/events/batch`, { body, lease: before })
    await run.complete()
    expect(names(await cli.exportState(STACK))).toHaveLength(4)
    expect((await history())[0]).toMatchObject({ result: 'succeeded' })
  })

  it('36 up while another update runs: the preview works, then up is refused with exactly the sentence; the running update continues', async () => {
    const { cli, run } = await running()
    await run.does('creating', bucket('one'))
    const preview = await cli.start(STACK, { dryRun: true })
    await preview.complete()
    const { status, body, warning } = await refusal(cli.start(STACK))
    expect([status, body]).toEqual([409, { code: 409, message: 'Conflict: Another update is currently in progress.' }])
    expect(warning).toContain('held by admin')
    await run.does('creating', bucket('two'))
    await run.complete()
    expect(names(await cli.exportState(STACK))).toEqual(['one', 'two'])
    expect(await history()).toHaveLength(1)
  })

  it('37 tools recognise a concurrent update by the sentence, also with many starts at the same instant', async () => {
    const cli = await world().stack()
    const starts = await Promise.all(Array.from({ length: 12 }, () => outcome(cli.start(STACK))))
    expect(starts.toSorted()).toEqual([...Array.from({ length: 11 }, () => CONFLICT), 'ok'])
  })

  it('38 import, rename, transfer and rm during an update are refused', async () => {
    const { cli, run } = await running()
    const calls = [
      cli.importState(STACK, documentOf()),
      cli.call('POST', `${AT}/rename`, { body: { newName: 'x', newProject: 'shop' } }),
      cli.call('POST', `${AT}/transfer`, { body: { toOrg: 'acme' } }),
      cli.call('DELETE', `${AT}?force=true`),
    ]
    expect(await Promise.all(calls.map(outcome))).toEqual(calls.map(() => CONFLICT))
    expect(await outcome(run.complete())).toBe('ok')
    expect((await history()).map(({ kind }) => kind)).toEqual(['update'])
  })

  it('39 kill -9: the next update is refused at once and accepted after 300 s, with finished operations saved and unfinished ones pending', async () => {
    const { cli, run } = await running()
    await run.does('creating', bucket('made'))
    await run.begin('creating', bucket('begun'))
    world().advance(290_000)
    expect(await outcome(cli.start(STACK))).toBe(CONFLICT)
    world().advance(15_000)
    const next = await cli.start(STACK)
    expect(names(next.base)).toEqual(['made'])
    expect(pending(next.base)).toEqual(['creating begun'])
    expect((await history()).map(({ result, version }) => [version, result])).toEqual([
      [2, 'in-progress'],
      [1, 'failed'],
    ])
    expect(await outcome(run.does('creating', bucket('late')))).toBe(EXPIRED)
    await next.does('creating', bucket('begun'))
    await next.complete()
    // A pending create is kept until a user resolves it: the resource may exist twice by now.
    expect(pending(await cli.exportState(STACK))).toEqual(['creating begun'])
    expect(names(await cli.exportState(STACK))).toEqual(['begun', 'made'])
  })

  it('40 kill -9, then cancel: the next update starts at once', async () => {
    const { cli, run } = await running()
    await run.begin('creating', bucket('begun'))
    await cli.cancel(STACK)
    const next = await cli.start(STACK)
    expect(pending(next.base)).toEqual(['creating begun'])
  })

  it('41 cancel while an update runs elsewhere: its next upload is refused, and its earlier uploads are kept', async () => {
    const { cli, run } = await running()
    await run.does('creating', bucket('made'))
    const step = await run.begin('creating', bucket('begun'))
    await cli.cancel(STACK)
    expect(await outcome(cli.cancel(STACK))).toBe('ok') // a retry, in time
    expect(await outcome(step.succeeds())).toBe(CANCELLED)
    expect(await outcome(run.renew())).toBe(EXPIRED)
    expect(await outcome(run.completeOnly('failed'))).toBe(CANCELLED)
    expect(await view()).not.toHaveProperty('currentOperation')
    expect(names(await cli.exportState(STACK))).toEqual(['made'])
    expect(pending(await cli.exportState(STACK))).toEqual(['creating begun'])
    expect((await history())[0]).toMatchObject({ result: 'failed', version: 1 })
    const late = await world().deps.store.read((reader) => reader.late(run.id))
    expect(JSON.stringify(late)).toContain('begun-id') // its reports are stored, and never applied
  })

  it('42 cancel when nothing runs: the answer says so, and names no update for a stack without any', async () => {
    const { cli, run } = await running()
    await run.complete()
    expect((await view()).activeUpdate).toBe(run.id)
    expect(await outcome(cli.cancel(STACK))).toBe('[409] Conflict: The Update has already completed')
    const fresh = { ...STACK, stack: 'fresh' }
    await cli.initStack(fresh)
    expect((await cli.getStack(fresh)).activeUpdate).toBe('')
    const preview = await cli.call<{ updateID: string }>('POST', `${AT}/update`, { body: {} })
    expect(await outcome(cli.call('POST', `${AT}/update/${preview.updateID}/cancel`))).toBe(
      '[409] The Update has not started',
    )
  })

  it('43 Ctrl-C: the history says failed, and the lease is free at once', async () => {
    const { cli, run } = await running()
    await run.begin('creating', bucket('begun'))
    await run.completeOnly('failed')
    expect((await history())[0]).toMatchObject({ result: 'failed' })
    expect(pending((await cli.start(STACK)).base)).toEqual(['creating begun'])
  })

  it('44 lease tokens are refused when they are expired, of an ended update, of another update, or on another route', async () => {
    const { cli, run } = await running()
    const other = await cli.start(STACK, { kind: 'preview' })
    const at = `${AT}/update/${run.id}`
    const renew = (lease: string) => cli.call('POST', `${at}/renew_lease`, { body: { duration: 300 }, lease })
    for (const lease of [other.lease, 'nonsense', world().token]) expect(await outcome(renew(lease))).toBe(EXPIRED)
    for (const path of ['/api/user', AT, `${AT}/export`])
      expect(await outcome(cli.call('GET', path, { lease: run.lease }))).toMatch(/^\[401\]/)
    expect(await outcome(cli.call('POST', `${AT}/decrypt`, { body: {}, lease: run.lease }))).toMatch(/^\[401\]/)
    expect(await outcome(cli.call('POST', `${at}/renew_lease`, { body: { duration: 301 }, lease: run.lease }))).toMatch(
      /^\[400\]/,
    )
    await run.completeOnly('succeeded')
    expect(await outcome(run.completeOnly('succeeded'))).toBe('ok') // its answer was lost
    expect(await outcome(run.completeOnly('failed'))).toBe(COMPLETED)
    expect(await outcome(run.journal([run.entry(0, { operationID: 1 })]))).toBe(COMPLETED)
    expect(await outcome(run.renew())).toBe(EXPIRED)

    const dead = await cli.start(STACK)
    await world().expire()
    expect(await outcome(dead.renew())).toBe(EXPIRED)
    expect(await outcome(dead.saveFull(documentOf()))).toBe(EXPIRED)
    expect(await outcome(dead.completeOnly('succeeded'))).toBe(EXPIRED)
  })

  it('45 the server restarts in the middle of an update, after ten minutes: the client continues', async () => {
    const { cli, run } = await running()
    const kept = await run.does('creating', bucket('before'))
    const step = await run.begin('creating', { ...bucket('during'), dependencies: [kept] })
    await run.says('before')
    await world().restart(600_000)
    expect(await outcome(cli.start(STACK))).toBe(CONFLICT)
    await step.succeeds()
    await run.renew()
    await run.does('creating', bucket('after'))
    await world().restart()
    await run.says('after')
    const { outages } = await cli.call<{ outages: { from: number; to: number }[] }>(
      'GET',
      `${AT.replace('/api/', '/api/ui/')}/updates/1`,
    )
    expect(outages.map(({ from, to }) => Math.floor((to - from) / 60_000))).toEqual([10])
    await run.complete()
    expect(names(await cli.exportState(STACK))).toEqual(['before', 'during', 'after'])
    expect(pending(await cli.exportState(STACK))).toEqual([])
    expect((await history())[0]).toMatchObject({ result: 'succeeded', resourceChanges: { create: 3 } })
    await world().restart()
    expect(await outcome(run.complete())).toBe('ok')
    expect(await history()).toHaveLength(1)
  })

  it('45 the server restarts in the middle of an update without a journal: deltas continue from the last save', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK, { journal: false })
    await run.saveText(JSON.stringify(documentOf(bucketState('größe'))), 1)
    await world().restart(60_000)
    await run.saveText(JSON.stringify(documentOf(bucketState('größe'), bucketState('two'))), 2)
    await world().restart()
    await run.completeOnly('succeeded')
    expect(await cli.exportState(STACK)).toEqual(documentOf(bucketState('größe'), bucketState('two')))
  })

  it('46 503 for three seconds: the client repeats its calls, and nothing is applied twice', async () => {
    const { fetch, advance } = world()
    await world().stack()
    let away = 0
    let lost = 0
    const pauses: number[] = []
    const shaky = world().cli({
      // A proxy without a server behind it, and one that loses the answer of a completed call.
      fetch: async (request) => {
        if (away > 0) return new Response('upstream is away', { status: 503 })
        const answer = await fetch(request)
        if (lost === 0 || request.method === 'GET') return answer
        lost -= 1
        throw new TypeError('connection reset')
      },
      pause: (ms) => {
        pauses.push(ms)
        advance(ms)
        away = Math.max(0, away - ms)
      },
    })
    const run = await shaky.start(STACK)
    for (const disturb of [() => void (away = 3000), () => void (lost = 1)]) {
      disturb()
      await run.does('creating', bucket(`b${pauses.length}`))
      disturb()
      await run.says('words')
      disturb()
      await run.renew()
    }
    lost = 1
    await run.completeOnly('succeeded')
    expect(pauses.slice(0, 2)).toEqual([1000, 2000])
    const state = await shaky.exportState(STACK)
    expect(names(state)).toHaveLength(2)
    expect(pending(state)).toEqual([])
    expect((await history()).map(({ result, version }) => [version, result])).toEqual([[1, 'succeeded']])
    const { events } = await shaky.call<{ events: { sequence: number }[] }>('GET', `${AT}/update/${run.id}/events`)
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index))
  })

  it('46 the store is down, before and after it wrote: calls inside an update wait, and nothing is applied twice', async () => {
    const { cli, run } = await running()
    const { outage } = world()
    const engine = createEngine(run.base)
    engine.create('creating', bucketState('one'))()
    engine.create('creating', bucketState('two', { dependencies: [bucketUrn('one')] }))()
    outage.refuses = 1
    await run.journal(engine.log.slice(0, 2).map(({ entry }) => entry))
    outage.losesAnswers = 1
    await run.journal(engine.log.slice(2).map(({ entry }) => entry))
    outage.losesAnswers = 1
    await run.renew()
    outage.losesAnswers = 1
    await run.completeOnly('succeeded')
    expect(content(await cli.exportState(STACK))).toEqual(content(engine.state()))
    outage.refuses = 2
    expect(await outcome(cli.getStack(STACK))).toMatch(/^\[503\]/) // all other events are shown at once
    outage.refuses = 0
    expect(await history()).toHaveLength(1)
  })
}
