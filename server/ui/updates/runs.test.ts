// Progress of a run, times of its steps, and differences from the previous run.
import { describe, expect, it } from 'vitest'
import { begins as begin, succeeds as success } from '#testing/samples/sampleJournal.ts'
import { RunBefore, RunProgress, Timeline } from '#contract/runCourse.ts'
import { UpdatePage } from '#contract/updates.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const PROD = 'organization/shop/prod'
const TYPE = 'random:index/randomId:RandomId'
const urnOf = (name: string) => `urn:pulumi:prod::shop::${TYPE}::${name}`
const resource = (name: string, rest: object = {}) => ({ urn: urnOf(name), type: TYPE, custom: true, ...rest })

const begins = (sequenceID: number, name: string, rest: object = {}) =>
  begin(sequenceID, { type: 'creating', resource: resource(name, rest) })
const succeeds = (sequenceID: number, operationID: number, name: string, rest: object = {}) =>
  success(sequenceID, operationID, resource(name, { id: name, inputs: { secret: 'not to be shown' }, ...rest }))
const step = (sequence: number, kind: string, name: string, op = 'create') => ({
  sequence,
  timestamp: 1,
  [kind]: { metadata: { op, urn: urnOf(name), type: TYPE, old: null, new: { custom: true } } },
})
const summary = (sequence: number, resourceChanges: object) => ({
  sequence,
  timestamp: 1,
  summaryEvent: { durationSeconds: 1, resourceChanges },
})

async function started(): Promise<Harness> {
  const harness = await createHarness()
  await harness.cli.createStack(PROD)
  return harness
}
const progressOf = async (harness: Harness, id: string) =>
  RunProgress.parse(await harness.get(`/stacks/${PROD}/runs/${id}/progress`))
const timelineOf = async (harness: Harness, id: string) =>
  Timeline.parse(await harness.get(`/stacks/${PROD}/runs/${id}/timeline`))
const beforeOf = async (harness: Harness, id: string) =>
  RunBefore.parse(await harness.get(`/stacks/${PROD}/runs/${id}/before`))

/** A run with this duration in seconds. */
async function ran(
  harness: Harness,
  seconds: number,
  changes: object,
  options: { kind?: string; [key: string]: unknown } = {},
  status: 'succeeded' | 'failed' = 'succeeded',
) {
  const run = await harness.cli.start(PROD, options)
  await run.events(summary(1, changes))
  await harness.wait(seconds)
  await run.complete(status)
  await harness.wait(1)
  return run
}

describe('the progress of a run', () => {
  it('counts what is done, and names the current operation', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.journal(begins(1, 'a'), begins(2, 'b'), succeeds(3, 1, 'a'))
    await run.events(
      step(1, 'resourcePreEvent', 'a'),
      step(2, 'resOutputsEvent', 'a'),
      step(3, 'resourcePreEvent', 'b'),
    )
    expect(await progressOf(harness, run.id)).toEqual({
      status: 'running',
      startedAt: harness.now(),
      waitedMs: 0,
      waitingSince: null,
      waiting: 0,
      endedAt: null,
      done: 1,
      counts: { create: 1 },
      unchanged: 0,
      expected: null,
      usual: null,
      running: [{ type: 'creating', urn: urnOf('b'), name: 'b', resourceType: TYPE, since: harness.now() }],
      runningCount: 1,
      failed: [],
      failedCount: 0,
    })
  })

  it('names the resources that failed', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.events(
      step(1, 'resourcePreEvent', 'a'),
      step(2, 'resOutputsEvent', 'a'),
      step(3, 'resourcePreEvent', 'b'),
      step(4, 'resOpFailedEvent', 'b'),
    )
    await run.complete('failed')
    expect(await progressOf(harness, run.id)).toMatchObject({ failed: [urnOf('b')], failedCount: 1 })
  })

  it('expects the count of its own preview, and without one nothing: the program may have grown', async () => {
    const harness = await started()
    await ran(harness, 10, { create: 30, same: 2, delete: 4 })
    await ran(harness, 1, { delete: 1 }, { kind: 'destroy' })
    const before = await harness.cli.start(PROD)
    expect((await progressOf(harness, before.id)).expected).toBeNull()
    await before.complete('failed')
    await harness.wait(1)
    await ran(harness, 2, { update: 3, same: 51 }, { kind: 'preview', options: { dryRun: true } })
    const after = await harness.cli.start(PROD)
    expect((await progressOf(harness, after.id)).expected).toEqual({ count: 3, from: 'preview' })
  })

  it('counts unchanged resources apart: a bar with them is full before the work is done', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    await run.events(summary(1, { update: 2, same: 51 }))
    expect(await progressOf(harness, run.id)).toMatchObject({ done: 2, unchanged: 51 })
  })

  it('has the usual duration: the median of successful runs of the kind', async () => {
    const harness = await started()
    for (const seconds of [10, 40, 90]) await ran(harness, seconds, {})
    await ran(harness, 200, {}, {}, 'failed')
    await ran(harness, 1, {}, { kind: 'preview', options: { dryRun: true } })
    await ran(harness, 1, {}, { kind: 'destroy' })
    const run = await harness.cli.start(PROD)
    expect((await progressOf(harness, run.id)).usual).toEqual({ ms: 40_000, runs: 3 })
  })
})

describe('the timeline of a run', () => {
  it('has each step from the receipt of its start to that of its end, and no contents of resources', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD, { options: { parallel: 8 } })
    const from = harness.now()
    await harness.wait(1)
    await run.journal(begins(1, 'a'))
    await harness.wait(2)
    await run.journal(succeeds(2, 1, 'a'), begins(3, 'b', { dependencies: [urnOf('a')] }))
    await harness.wait(4)
    await run.complete('failed')
    const timeline = await timelineOf(harness, run.id)
    expect(timeline).toMatchObject({
      source: 'journal',
      precisionMs: 50,
      from,
      to: from + 7000,
      parallel: 8,
      journalPeriodMs: 50,
      batches: { at: [1000, 3000], entries: [1, 2] },
      urns: [urnOf('a'), urnOf('b')],
    })
    expect(timeline.steps).toMatchObject([
      { urn: 0, op: 'create', begin: 1000, end: 3000, outcome: 'done', after: [] },
      { urn: 1, op: 'create', begin: 3000, end: null, outcome: 'open', after: [0] },
    ])
    expect(JSON.stringify(timeline)).not.toContain('not to be shown')
    expect(await timelineOf(harness, run.id)).toEqual(timeline)
  })

  it('is built from events, and says so, when there is no journal', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD, { kind: 'preview', options: { dryRun: true } })
    await harness.wait(3)
    await run.events(step(1, 'resourcePreEvent', 'a', 'update'), step(2, 'resOutputsEvent', 'a', 'update'))
    await run.complete('succeeded')
    expect(await timelineOf(harness, run.id)).toMatchObject({
      source: 'events',
      precisionMs: 4000,
      journalPeriodMs: null,
      steps: [{ op: 'update', begin: 3000, end: 3000, outcome: 'done' }],
    })
  })

  it.each([
    ['1', 1],
    ['set', null],
  ])('includes the batch interval given to its client: %s', async (given, period) => {
    const harness = await started()
    const environment = { 'pulumi.env.PULUMI_JOURNALING_BATCH_PERIOD': given }
    const run = await harness.cli.start(PROD, { metadata: { message: '', environment } })
    await run.journal(begins(1, 'a'))
    expect((await timelineOf(harness, run.id)).journalPeriodMs).toBe(period)
  })
})

describe('the previous run', () => {
  const plain = (string: string) => ({ string, secret: false, object: false })
  const secret = (string: string) => ({ string, secret: true, object: false })

  it('is of the same kind; differences in configuration are listed, for secrets without values', async () => {
    const harness = await started()
    await ran(
      harness,
      1,
      {},
      { config: { 'shop:a': plain('1'), 'shop:b': plain('x'), 'shop:key': secret('Y2lwaGVy') } },
    )
    await ran(harness, 1, {}, { kind: 'destroy' })
    const run = await harness.cli.start(PROD, {
      config: { 'shop:a': plain('2'), 'shop:key': secret('YW5vdGhlcg=='), 'shop:same': secret('c2FtZQ==') },
    })
    const before = await beforeOf(harness, run.id)
    expect(before.run).toMatchObject({ kind: 'update', version: 1 })
    expect(before.config).toEqual([
      { name: 'shop:a', change: 'changed', before: '1', after: '2', secret: false },
      { name: 'shop:b', change: 'removed', before: 'x', after: null, secret: false },
      { name: 'shop:key', change: 'changed', before: null, after: null, secret: true },
      { name: 'shop:same', change: 'added', before: null, after: null, secret: true },
    ])
    expect(JSON.stringify(before)).not.toContain('YW5vdGhlcg')
  })

  it('omits environment values that differ in every run', async () => {
    const harness = await started()
    const environment = (version: string, build: string) => ({
      metadata: { message: '', environment: { 'pulumi.version': version, 'ci.build.id': build, 'git.head': build } },
    })
    await ran(harness, 1, {}, environment('v3.259.0', '1'))
    const run = await ran(harness, 1, {}, environment('v3.260.0', '2'))
    expect((await beforeOf(harness, run.id)).environment).toEqual([
      { name: 'pulumi.version', change: 'changed', before: 'v3.259.0', after: 'v3.260.0', secret: false },
    ])
  })

  it('does not exist for the first run', async () => {
    const harness = await started()
    const run = await harness.cli.start(PROD)
    expect(await beforeOf(harness, run.id)).toEqual({ run: null, config: [], environment: [] })
  })
})

describe('the agent that ran the CLI', () => {
  it('is shown with the run and in the audit log, from the environment or the user agent', async () => {
    const { cli, get, call } = await started()
    const named = { message: '', environment: { 'exec.agent': 'claude' } }
    const run = await cli.start(PROD, { metadata: named })
    await run.complete('succeeded')
    const { updates } = UpdatePage.parse(await get(`/stacks/${PROD}/updates`))
    expect(updates[0]?.agent).toBe('claude')
    await (await cli.start(PROD)).complete('succeeded')
    expect(UpdatePage.parse(await get(`/stacks/${PROD}/updates`)).updates[0]?.agent).toBeNull()
    const log = await (await call('GET', '/audit?action=update.start')).text()
    expect(log).toContain('update 1, agent claude')
    expect(log).toContain('"update 2"')
  })
})
