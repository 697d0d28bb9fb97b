import { describe, expect, it } from 'vitest'
import { growth, LINEAR } from '#testing/growth.ts'
import { integrityCases } from '#testing/load.ts'
import { stateCommands } from '#testing/states/loadStateCommands.ts'
import { FUTURE_KEY, pick, type Random, randomState, seeded } from '#testing/states/randomState.ts'
import { type Deployment, readState, type Resource, type StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { verify } from '../state/integrity.ts'
import { applyRepairs } from './applyRepairs.ts'
import { findRepairs } from './findRepairs.ts'
import { suggestedChoices } from '#testing/states/suggestedChoices.ts'
import type { Choice, EarlierVersion } from './plan.ts'
import { repairAsCli } from '#testing/states/repairAsCli.ts'

const resourcesOf = ({ deployment }: StateDocument) => deployment.resources ?? []
const isSound = ({ deployment }: StateDocument) => verify(deployment).length + decodingFaults(deployment).length === 0
const isInCloud = ({ custom, id, type }: Resource) => Boolean(custom && id && !/provider/.test(type + id))
const objects = (document: StateDocument) =>
  new Set(
    resourcesOf(document)
      .filter(isInCloud)
      .map(({ id }) => id),
  )

const recorded = integrityCases().flatMap(({ set, name, state }) => {
  const read = readState(state)
  return read.ok ? [{ title: `${set}: ${name}`, document: read.document }] : []
})

describe('a repair with the recommended fixes', () => {
  it.each(recorded)('$title: is never worse than the CLI’s, and loses no resource', ({ document }) => {
    const edit = applyRepairs(document, suggestedChoices(findRepairs(document)))
    const cli = repairAsCli(document)
    expect(edit.verdict === 'valid' || cli.verdict === 'cannotRepair').toBe(true)
    expect(objects(edit.document)).toEqual(objects(document))
    expect(edit.document.deployment.pending_operations).toEqual(document.deployment.pending_operations)
    expect(edit.changed.urnsChanged).toEqual([])
    expect(edit.verdict === 'valid').toBe(isSound(edit.document))
    expect(applyRepairs(edit.document, suggestedChoices(findRepairs(edit.document))).document).toBe(edit.document)
  })

  it('fixes much of what the CLI cannot, and almost all of it with an earlier version available', () => {
    const given = recorded.filter(({ document }) => repairAsCli(document).verdict === 'cannotRepair')
    const earlier = [{ version: 1, deployment: stateCommands().base.deployment }]
    const mended = (history: EarlierVersion[]) =>
      given
        .filter(
          ({ document }) =>
            applyRepairs(document, suggestedChoices(findRepairs(document, history)), history).verdict === 'valid',
        )
        .map(({ title }) => title)
    const alone = mended([])
    expect([given.length, alone.length]).toEqual([52, 29])
    const withHistory = mended(earlier)
    // The rest needs a user who checks the cloud, or a value that no version ever had.
    const single = given.filter(({ title }) => title.startsWith('single'))
    expect(single.map(({ title }) => title).filter((title) => !withHistory.includes(title))).toEqual([
      'single: duplicate_other_id',
      'single: component_with_id',
      'single: unknown_signature',
    ])
  })
})

/** Adds one fault of any kind that a manual edit, a merge or a bug may cause. */
function breakIt(random: Random, { deployment }: StateDocument): Deployment {
  const resources = [...(deployment.resources ?? [])]
  const at = 1 + random(resources.length - 1)
  const entry = resources[at] ?? { urn: '', type: '' }
  const other = pick(random, resources) ?? entry
  const swap = (changes: Partial<Resource>) => (resources[at] = { ...entry, ...changes })
  const faults = [
    () => resources.splice(at, 1),
    () => resources.splice(random(resources.length), 0, ...resources.splice(at, 1)),
    () => swap({ dependencies: [`${other.urn}-gone`, ...(entry.dependencies ?? [])] }),
    () => swap({ dependencies: [entry.urn] }),
    () => swap({ dependencies: [pick(random, resources.slice(at))?.urn ?? entry.urn] }),
    () => swap({ parent: `${other.urn}-gone` }),
    () => swap({ replaceWith: [`${other.urn}-gone`, other.urn] }),
    () => swap({ propertyDependencies: { size: [`${other.urn}-gone`, ''] } }),
    () => swap({ dependencies: [''] }),
    () => swap({ provider: `${entry.provider}x` }),
    () => swap({ provider: 'nonsense' }),
    () => resources.splice(at, 0, { ...entry, ...(random(2) === 0 && entry.custom && { id: 'another' }) }),
    () => swap({ type: '' }),
    () => swap({ custom: false, id: 'x' }),
    () => swap({ inputs: { ...entry.inputs, password: { '4dabf18193072939515e22adb298388d': 'unheard-of' } } }),
  ]
  pick(random, faults)?.()
  const isTampered = random(10) === 0
  return { ...deployment, resources, ...(isTampered && { manifest: { ...deployment.manifest, magic: 'x' } }) }
}

const randomChoices = (random: Random, document: StateDocument, before: StateDocument): Choice[] =>
  findRepairs(document, [{ version: 1, deployment: before.deployment }]).problems.flatMap(({ id, options }) => {
    const option = pick(random, options)
    return option && random(8) > 0 ? [{ problem: id, option: option.id }] : []
  })

describe.each(Array.from({ length: 60 }, (_, index) => index + 1))('a randomly broken state, seed %i', (seed) => {
  const random = seeded(seed)
  const healthy = randomState(random, 30)
  const earlier = [{ version: 1, deployment: healthy.deployment }]
  let broken = healthy
  for (let faults = 1 + random(4); faults > 0; faults--) broken = { ...broken, deployment: breakIt(random, broken) }

  it('is repaired by the recommendations, or has fewer faults, and a second repair finds nothing to do', () => {
    const choices = suggestedChoices(findRepairs(broken, earlier))
    const edit = applyRepairs(broken, choices, earlier)
    expect(edit.verdict === 'valid').toBe(isSound(edit.document))
    expect(verify(edit.document.deployment).length).toBeLessThanOrEqual(verify(broken.deployment).length)
    const gone = [...objects(broken)].filter((object) => !objects(edit.document).has(object))
    expect(gone).toEqual([])
    expect(edit.document.deployment).toMatchObject({
      pending_operations: broken.deployment.pending_operations,
      [FUTURE_KEY]: { deep: [4] },
    })
    const again = applyRepairs(edit.document, suggestedChoices(findRepairs(edit.document, earlier)), earlier)
    expect(again.verdict === 'valid' || again.document === edit.document || again.left.length < edit.left.length).toBe(
      true,
    )
    expect(edit.verdict !== 'valid' || again.document === edit.document).toBe(true)
  })

  it('never becomes worse by any choice, and removed entries are reported', () => {
    const edit = applyRepairs(broken, randomChoices(random, broken, healthy), earlier)
    expect(edit.verdict !== 'valid' || isSound(edit.document)).toBe(true)
    expect(edit.verdict !== 'refused' || edit.document === broken).toBe(true)
    expect(verify(edit.document.deployment).length).toBeLessThanOrEqual(verify(broken.deployment).length)
    const gone = [...objects(broken)].filter((object) => !objects(edit.document).has(object))
    const reported = edit.problems.flatMap(({ urns = [] }) => urns)
    expect(edit.changed.removed.every(({ urn }) => reported.includes(urn))).toBe(true)
    expect(gone.length > 0).toBe(edit.problems.some(({ code }) => code === 'forgotten'))
    const secrets = (document: StateDocument) =>
      new Map(
        resourcesOf(document).map((each) => [
          JSON.stringify(each[FUTURE_KEY]),
          JSON.stringify(each.inputs?.['password']),
        ]),
      )
    const before = new Map([...secrets(broken), ...secrets(healthy)])
    const kept = [...secrets(edit.document)].filter(
      ([key, value]) => value !== undefined && !value.includes('unheard-of') && before.get(key) !== value,
    )
    expect(kept).toEqual([])
  })
})

describe('a state with a fault in each resource', () => {
  const urn = (index: number) => `urn:pulumi:dev::shop::a:b:C::r${index}`
  const faulty = (length: number): StateDocument => {
    const resources = Array.from({ length }, (_, index): Resource => ({
      urn: urn(index % (length * 0.7)),
      type: 'a:b:C',
      dependencies: [urn(index + 1), `${urn(index)}-gone${index % (length / 6)}`],
    })).toReversed()
    return { version: 3, deployment: { resources } }
  }

  it('can be repaired', () => {
    const document = faulty(3000)
    const plan = findRepairs(document)
    expect(plan.problems.length).toBeGreaterThan(1000)
    expect(applyRepairs(document, suggestedChoices(plan)).verdict).toBe('valid')
  })

  it('is searched once, not once for each fault', () => {
    const repairing = (length: number) => {
      const document = faulty(length)
      return () => applyRepairs(document, suggestedChoices(findRepairs(document)))
    }
    expect(growth(600, repairing)).toBeLessThan(LINEAR)
  })
})
