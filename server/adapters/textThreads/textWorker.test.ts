import { createHash } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { cutVerbatim, DeltaError } from '#domain/diff/delta.ts'
import { outlineOf } from '#domain/state/outline.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '#domain/state/secrets.ts'
import { DomainError } from '#server/errors.ts'
import { type LaterText, TextJobError, textJobsHere } from '#server/texts/textJobs.ts'
import { noise } from '#testing/store/rows.ts'
import { packHere } from '../sql/pieces/textWriter.ts'
import { createTextWorker, type TextWorker } from './textWorker.ts'

/** One for all tests: starting a thread takes longer than most of them. */
const shared = createTextWorker({ largeBytes: 0 })
afterAll(() => shared.close())

const opened: TextWorker[] = []
function open(options: Parameters<typeof createTextWorker>[0] = {}): TextWorker {
  const worker = createTextWorker({ largeBytes: 0, ...options })
  opened.push(worker)
  return worker
}
afterEach(async () => {
  for (const worker of opened.splice(0)) await worker.close()
})

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
/** A text that is read later, each time in a buffer of its own. */
const later = (text: Uint8Array): LaterText => ({ bytes: text.length, text: async () => text.slice() })
const secret = { [SIGNATURE]: SECRET_SIGNATURE, plaintext: '"hunter2"' }
const stack = { org: 'acme', project: 'web', name: 'prod' }
const state = (count: number) => ({
  version: 3,
  deployment: {
    manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
    resources: Array.from({ length: count }, (_, at) => ({
      urn: `urn:pulumi:prod::web::aws:s3/bucket:Bucket::bücket-${at}`,
      type: 'aws:s3/bucket:Bucket',
      custom: true,
      id: `bucket-${at}`,
      inputs: { name: `bucket-${at}` },
      dependencies: at === 7 ? ['urn:pulumi:prod::web::aws:s3/bucket:Bucket::nowhere'] : [],
    })),
  },
})

it('the worker thread does one small job per turn, so that others are answered in between', async () => {
  const { jobs } = open({ largeBytes: 1_000_000 })
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const at: number[] = []
  await Promise.all([1, 2, 3, 4].map(async () => at.push((await jobs.prepare(bytesOf(state(3)))) && turns)))
  isOver = true
  expect(new Set(at).size).toBe(4)
})

describe('the worker thread for large states', () => {
  it('gives the same findings as the main thread, and returns the text', async () => {
    const { jobs } = shared
    const text = bytesOf(state(2_500))
    const here = await textJobsHere.prepare(text)
    for (const there of [await jobs.prepare(text.slice()), await jobs.prepareImport({ text: text.slice(), stack })]) {
      expect(there.facts).toEqual(here.facts)
      expect(there.facts.finding).toContain('nowhere')
      expect(there.text).toEqual(text)
      expect(there.document).toEqual(outlineOf(state(2_500)))
      expect(there.isOutline).toBe(true)
    }
    expect(await jobs.outline(later(text))).toEqual(outlineOf(state(2_500)))
    expect(await jobs.holdsReadable(later(text))).toBe(false)
    expect(await jobs.holdsReadable(later(bytesOf(secret)))).toBe(true)
    expect(await jobs.holdsReadable(later(text.slice(1)))).toBe(true) // no JSON
  })

  it('reads the checkpoint of a self-managed backend as the main thread does', async () => {
    const { version, deployment } = state(2_500)
    const text = bytesOf({ version, checkpoint: { stack: 'organization/web/prod', latest: deployment } })
    const here = await textJobsHere.checkpoint(text.slice())
    const there = await shared.jobs.checkpoint(text.slice())
    expect(there).toMatchObject({ ok: true, prepared: { isOutline: true } })
    const facts = (read: typeof here) => (read.ok ? [read.prepared.facts, read.prepared.text] : undefined)
    expect(facts(there)).toEqual(facts(here))
    expect(facts(there)?.[1]).toEqual(bytesOf({ version, deployment }))
    expect(await shared.jobs.checkpoint(text.slice(0, -9))).toMatchObject({ ok: false, kind: 'damaged' })
  })

  it('stores invalid JSON with an error, and refuses an import that no client could use', async () => {
    const { jobs } = shared
    expect((await jobs.prepare(Uint8Array.of(0x7b, 0xff))).facts.finding).toBe('The state cannot be read as JSON.')
    const refused = jobs.prepareImport({ text: bytesOf({ version: 9, deployment: {} }), stack })
    await expect(refused).rejects.toThrow(DomainError)
    await expect(refused).rejects.toMatchObject({
      refusal: { kind: 'doesNotFit', where: 'version', problem: expect.stringContaining('newer') },
    })
  })

  it('answers questions about states and plans writes to them as the main thread does', async () => {
    const { jobs } = shared
    const ref = { org: 'acme', project: 'web', stack: 'prod' }
    const texts = () => [later(bytesOf(state(3))), later(bytesOf(state(2)))]
    const sides = { from: { stack: ref, version: 1 }, to: { stack: ref, version: 2 }, isOtherStack: false }
    const question = () => ({ name: 'compare' as const, texts: texts(), input: { ...sides, valueBudget: 100 } })
    expect(await jobs.ask(question())).toEqual(await textJobsHere.ask(question()))

    const side = { basis: { version: 1, hash: '' }, tags: {}, least: 0 as const }
    const plan = (isWritten: boolean) => ({
      name: 'move' as const,
      texts: [later(bytesOf(state(3))), later(bytesOf({ version: 3, deployment: {} }))],
      input: {
        from: { ...side, stack: ref },
        to: { ...side, stack: { ...ref, stack: 'dev' } },
        urns: ['urn:pulumi:prod::web::aws:s3/bucket:Bucket::bücket-1'],
        includeParents: false,
        made: null,
      },
      isWritten,
    })
    const here = await textJobsHere.plan(plan(true))
    const there = await jobs.plan(plan(true))
    expect(here.answer.source.plan.isPossible).toBe(true)
    expect(there.answer).toEqual(here.answer)
    expect(there.states.map(({ text, facts }) => ({ text, facts }))).toEqual(
      here.states.map(({ text, facts }) => ({ text, facts })),
    )
    expect(there.states).toHaveLength(2)
    expect((await jobs.plan(plan(false))).states).toEqual([])
  })

  it('replays a journal', async () => {
    const { jobs } = shared
    const input = {
      base: later(bytesOf(state(20))),
      entries: [
        { sequenceID: 1, operationID: 1, kind: 0, operation: { type: 'creating', resource: state(30).deployment.resources[25] } },
        { sequenceID: 2, operationID: 0, kind: 42 },
      ].map((entry) => JSON.stringify(entry)), // prettier-ignore
      stamp: { time: '2026-01-05T10:00:00Z', cliVersion: '3.260.0' },
    }
    const here = await textJobsHere.replay(input)
    const there = await jobs.replay(input)
    expect(there?.prepared.text).toEqual(here?.prepared.text)
    expect(there?.prepared.facts).toEqual(here?.prepared.facts)
    expect(there).toMatchObject({
      hasUnknownEntries: true,
      prepared: { facts: { pendingCreates: 1, resourceCount: 20 } },
    })
    expect(await jobs.replay({ base: null, entries: input.entries, stamp: input.stamp })).not.toBeNull()
  })

  it('splits a verbatim save, and reports what is wrong with one', async () => {
    const { jobs } = shared
    const body = new TextEncoder().encode(
      '{"version":3,"sequenceNumber":7,"untypedDeployment": {"a":"\\u00fc",  "b":[]} }',
    )
    const { untypedDeployment, ...rest } = await jobs.cutVerbatim(body.slice())
    expect(rest).toEqual({ version: 3, sequenceNumber: 7 })
    expect(untypedDeployment).toEqual(cutVerbatim(body).untypedDeployment)
    await expect(jobs.cutVerbatim(bytesOf([]))).rejects.toThrow(DeltaError)
  })

  it('reads a full save as the main thread does, and refuses an invalid one', async () => {
    const { jobs } = shared
    const body = bytesOf({ isInvalid: false, features: ['refreshBeforeUpdate'], ...state(2_500) })
    const there = await jobs.fullSave(body.slice())
    expect(there).toEqual(await textJobsHere.fullSave(body))
    const { version, deployment } = state(2_500)
    expect(there.text).toEqual(bytesOf({ version, features: ['refreshBeforeUpdate'], deployment }))
    for (const odd of [{ version: 3 }, { ...state(1), version: 9 }, { ...state(1), isInvalid: true }, []])
      await expect(jobs.fullSave(bytesOf(odd))).rejects.toBeInstanceOf(DomainError)
  })

  it('compresses as the main thread does', async () => {
    const { packer } = shared
    const text = noise(400_000)
    const first = await packer(text.slice(), undefined)
    const here = await packHere(text.slice(), undefined)
    expect(first.text).toEqual(text)
    expect(first.packed.hash).toBe(here.packed.hash)
    expect(first.packed.recipe.encode()).toEqual(here.packed.recipe.encode())
    expect(first.packed.frames.map((frame) => [...frame])).toEqual(here.packed.frames.map((frame) => [...frame]))
    text[200_000] = 1
    expect((await packer(text, first.packed.recipe)).packed.frames).toHaveLength(1)
  })

  it('hashes a text given in parts', async () => {
    const parts = [noise(5_000_000), new Uint8Array(), noise(10)]
    const whole = createHash('sha256').update(Buffer.concat(parts)).digest('hex')
    expect(await shared.jobs.hash(parts)).toBe(whole)
    expect(await textJobsHere.hash(parts)).toBe(whole)
  })

  it('loses its job and nothing else when it runs out of memory', async () => {
    const { jobs } = open({ mostHeapMB: 24 })
    const [lost, next] = [jobs.prepare(bytesOf(state(60_000))), jobs.prepare(bytesOf(state(3)))]
    await expect(lost).rejects.toThrow(TextJobError)
    await expect(lost).rejects.toThrow('not enough memory')
    expect((await next).facts.resourceCount).toBe(3)
  })

  it('ends when idle, and restarts', async () => {
    const { jobs } = open({ idleMs: 1 })
    for (const count of [1, 2]) {
      expect((await jobs.prepare(bytesOf(state(count)))).facts.resourceCount).toBe(count)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })

  it('rejects its jobs when it is closed', async () => {
    const worker = open()
    const asked = Promise.allSettled([5_000, 1].map((count) => worker.jobs.prepare(bytesOf(state(count)))))
    await worker.close()
    const late = await Promise.allSettled([worker.jobs.prepare(bytesOf(state(1)))])
    for (const answer of [...(await asked), ...late])
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(TextJobError) })
  })
})
