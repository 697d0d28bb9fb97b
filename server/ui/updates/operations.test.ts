import { expect, it } from 'vitest'
import { begins as begin, succeeds } from '#testing/samples/sampleJournal.ts'
import { RunProgress } from '#contract/runCourse.ts'
import { createCaches } from '../../caches.ts'
import { inFlightOf } from './operations.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { pick, seeded } from '#testing/states/randomState.ts'

const PROD = 'organization/shop/prod'
const TYPE = 'random:index/randomId:RandomId'
const urnOf = (name: number) => `urn:pulumi:prod::shop::${TYPE}::r${name}`
const resourceOf = (operation: number) => ({ urn: urnOf(operation), type: TYPE, custom: true })
const begins = (sequenceID: number, operationID = sequenceID) =>
  begin(sequenceID, { type: 'creating', resource: resourceOf(operationID) }, operationID)
const ends = (sequenceID: number, operationID: number) =>
  succeeds(sequenceID, operationID, { ...resourceOf(operationID), id: `id-${operationID}` })

/** A run whose reads of the journal are counted. */
async function running() {
  const harness = await createHarness()
  const { cli, deps } = harness
  await cli.createStack(PROD)
  const run = await cli.start(PROD)
  let read = 0
  const { read: readStore } = deps.store
  deps.store.read = (work) =>
    readStore((reader) =>
      work({
        ...reader,
        async journal(...asked) {
          const rows = await reader.journal(...asked)
          read += rows.length
          return rows
        },
      }),
    )
  const entriesRead = () => {
    const count = read
    read = 0
    return count
  }
  const progress = async () => RunProgress.parse(await harness.get(`/stacks/${PROD}/runs/${run.id}/progress`))
  const inFlight = (caches = deps.caches) =>
    deps.store.read(async (reader) => {
      const update = await reader.update(run.id)
      return update ? inFlightOf({ caches }, reader, update) : []
    })
  return { ...harness, run, progress, inFlight, entriesRead }
}

it('operations in flight are read once, and then only from later entries', async () => {
  const { run, progress, entriesRead, deps } = await running()
  const entries = Array.from({ length: 5_000 }, (_, at) =>
    at < 4_990 ? [begins(2 * at + 1), ends(2 * at + 2, 2 * at + 1)] : [begins(2 * at + 1), begins(2 * at + 2)],
  ).flat()
  for (let at = 0; at < entries.length; at += 1_000) await run.journal(...entries.slice(at, at + 1_000))
  expect((await progress()).runningCount).toBe(20)
  expect(entriesRead()).toBe(10_000)
  await progress()
  expect(entriesRead()).toBe(0)
  await run.journal(ends(10_001, 9_999), begins(10_002), begins(10_003))
  expect((await progress()).runningCount).toBe(21)
  expect(entriesRead()).toBe(3)
  deps.caches = createCaches() // as after a restart
  expect((await progress()).runningCount).toBe(21)
  expect(entriesRead()).toBe(10_003)
})

it('operations in flight are the same however late entries arrive', async () => {
  const { run, inFlight, entriesRead } = await running()
  await run.journal(begins(1), begins(5))
  expect((await inFlight()).map(({ name }) => name)).toEqual(['r1', 'r5'])
  await run.journal(ends(4, 1), ends(6, 5))
  expect(await inFlight()).toEqual([])
  await run.journal(begins(3, 9))
  entriesRead()
  expect((await inFlight()).map(({ name }) => name)).toEqual(['r9'])
  expect(entriesRead()).toBeGreaterThanOrEqual(5) // all entries are read, because the new one is not the last

  const random = seeded(11)
  const left = Array.from({ length: 300 }, (_, at) => at + 10)
  while (left.length > 0) {
    const batch = Array.from({ length: 1 + random(20) }, () => {
      const at = random(3) === 0 ? random(left.length) : 0
      return left.splice(at, 1)[0]
    }).filter((number) => number !== undefined)
    const entryOf = (number: number) =>
      pick(random, [
        begins(number, random(40)),
        begins(number),
        ends(number, random(40)),
        { kind: 7, sequenceID: number },
      ])
    await run.journal(...batch.map(entryOf))
    expect(await inFlight()).toEqual(await inFlight(createCaches()))
  }
})
