import { describe, expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import { recoveryOf, sampleFacts } from '#testing/samples/sampleFacts.ts'
import type { PendingAnswer, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import {
  type Deployment,
  magicOf,
  readState,
  type PendingOperation,
  type Resource,
  type StateDocument,
  toDocument,
} from '../../state/checkpoint.ts'
import { migrate } from '../../state/migration.ts'
import { verify } from '../../state/integrity.ts'
import { pendingItems, pendingKey } from '../../journal/pending.ts'
import { type PlanResult, planChange, missingStatements } from '../planChange.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }
const { urn: urnOf, entry } = sampleEntries()
const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:abc:def==' }
const bucket = (name: string, more: Partial<Resource> = {}) =>
  entry(name, { inputs: { bucket: name, password: secret, zeta: 1, alpha: { futureKey: [1.5, null] } }, ...more })
const op = (type: string, name: string, more: Partial<Resource> = {}): PendingOperation => ({
  type,
  resource: bucket(name, more),
  unknownOfOp: 1,
})

/** A state with unknown keys and one operation of each type, as a killed run leaves it. */
const everything = (): StateDocument => {
  const document = toDocument(
    {
      manifest: {
        time: '2026-01-05T10:00:00Z',
        magic: magicOf('v3.260.0'),
        version: 'v3.260.0',
        futureOfManifest: true,
      },
      secrets_providers: { type: 'passphrase', state: { salt: 'v1:x:y' } },
      futureBefore: { kept: true },
      resources: [bucket('a', { futureOfEntry: 'x' }), bucket('b', { dependencies: [urnOf('a')] }), bucket('live')],
      pending_operations: [
        op('creating', 'new'),
        op('updating', 'a'),
        op('creating', 'live', { id: '' }),
        op('deleting', 'b'),
        op('reading', 'r'),
        op('importing', 'i'),
      ],
      metadata: { integrity_error: { version: 'v3', command: 'up', error: 'e' } },
      futureAfter: [1],
    },
    { byteString: true },
  )
  return { ...document, futureOfWrapper: 'kept' }
}

/** Plans a recovery with no facts besides the state. */
function planOf(
  recovery: RecoveryId,
  document: StateDocument,
  pending: PendingItem[],
  answers: Given[],
  of = stack,
): PlanResult {
  const read = readState(document)
  const facts = sampleFacts(of, migrate(document), {
    now: 0,
    integrity: [],
    unreadable: read.ok ? null : read.problem,
    pending,
    cliVersion: '',
  })
  const choices = answers.map(({ key, answer, ...replies }) => ({
    problem: key,
    option: answer,
    inputs: {},
    ...replies,
  }))
  return planChange(recoveryOf(recovery), facts, choices, { tags: {}, least: 0 })
}

const itemsOf = ({ deployment }: StateDocument) => pendingItems({ stack, deployment })
type Given = { key: string; answer: PendingAnswer; statement?: string }
type Reply = { index: number; answer: PendingAnswer; statement?: string }
const plan = (recovery: RecoveryId, document: StateDocument, replies: Reply[]) => {
  const items = itemsOf(document)
  const answers = replies.map(({ index, answer, statement }): Given => {
    const key = items[index]?.key ?? 'none'
    return statement === undefined ? { key, answer } : { key, answer, statement }
  })
  return planOf(recovery, document, items, answers)
}
const planned = (...args: Parameters<typeof plan>) => {
  const result = plan(...args)
  if (!result.ok) throw new Error(result.reason)
  return result
}
const refused = (...args: Parameters<typeof plan>) => {
  const result = plan(...args)
  if (result.ok) throw new Error('the plan was not refused')
  return result
}
const typesLeft = ({ deployment }: StateDocument) =>
  (deployment.pending_operations ?? []).map(({ type, resource }) => `${type} ${resource.urn}`)

describe('a plan', () => {
  it('removes the answered operations and changes no other byte of the state', () => {
    const before = everything()
    const { document } = planned('clear-operations', before, [
      { index: 1, answer: 'checked' },
      { index: 4, answer: 'checked' },
    ])
    const expected = everything()
    expected.deployment.pending_operations =
      expected.deployment.pending_operations?.filter((_, i) => i !== 1 && i !== 4) ?? []
    expect(JSON.stringify(document.deployment)).toBe(JSON.stringify(expected.deployment))
    expect(document).toEqual(expected)
    expect(before).toEqual(everything())
  })

  it('keeps byteString, which cannot be detected in encrypted state, and recomputes the other features', () => {
    const before = everything()
    before.features = ['byteString', 'taint']
    expect(planned('clear-operations', before, [{ index: 4, answer: 'checked' }]).document).toMatchObject({
      version: 4,
      features: ['byteString'],
    })
    before.features = ['taint']
    const { document } = planned('clear-operations', before, [{ index: 4, answer: 'checked' }])
    expect(document.version).toBe(3)
    expect(document).not.toHaveProperty('features')
  })

  it('refuses a state with unknown features rather than strip them', () => {
    const before = { ...everything(), features: ['fromTheFuture'] }
    expect(refused('clear-operations', before, [{ index: 4, answer: 'checked' }])).toMatchObject({
      code: 'unsupported_state',
    })
  })

  it('says what is removed and what stays', () => {
    const { effect } = planned('clear-create', everything(), [{ index: 0, answer: 'doesNotExist' }])
    expect(effect.operationsRemoved).toEqual([{ type: 'creating', urn: urnOf('new') }])
    expect(effect.operationsKept).toHaveLength(5)
    expect(effect.entriesRemoved).toEqual([])
    expect(effect.sentences.join(' ')).toContain('The pending create of new is cleared.')
  })

  it('refuses operations no longer pending, duplicate answers, answers that do not fit, and an empty answer', () => {
    const document = everything()
    const items = itemsOf(document)
    const ask = (answers: Given[], recovery: RecoveryId = 'clear-operations') =>
      planOf(recovery, document, items, answers)
    const key = items[1]?.key ?? ''
    expect(ask([{ key: `9:updating:${urnOf('a')}`, answer: 'checked' }])).toMatchObject({ ok: false, code: 'conflict' })
    expect(
      ask([
        { key, answer: 'checked' },
        { key, answer: 'checked' },
      ]),
    ).toMatchObject({ ok: false, code: 'bad_request' })
    expect(ask([{ key, answer: 'doesNotExist' }])).toMatchObject({ ok: false, code: 'bad_request' })
    expect(ask([{ key, answer: 'keep' }])).toMatchObject({ ok: false, code: 'bad_request' })
    expect(ask([])).toMatchObject({ ok: false, code: 'bad_request' })
    expect(ask([{ key, answer: 'checked' }], 'clear-create')).toMatchObject({ ok: false, code: 'conflict' })
  })

  it('is not written over a state that is invalid for another reason', () => {
    const before = everything()
    before.deployment.resources = (before.deployment.resources ?? []).toReversed()
    expect(refused('clear-create', before, [{ index: 0, answer: 'doesNotExist' }])).toMatchObject({
      code: 'would_break_state',
    })
  })
})

describe('the confirmation level', () => {
  it.each<[RecoveryId, Reply[], number]>([
    [
      'clear-operations',
      [
        { index: 1, answer: 'checked' },
        { index: 5, answer: 'checked' },
      ],
      1,
    ],
    ['clear-operations', [{ index: 3, answer: 'gone' }], 2],
    ['clear-create', [{ index: 0, answer: 'doesNotExist' }], 2],
    ['compare-create', [{ index: 2, answer: 'sameObject' }], 2],
    ['resolve-operations', [0, 1, 2, 3, 4, 5].map((index) => ({ index, answer: index === 4 ? 'checked' : 'keep' })), 3],
  ])('of %s with the answers %j is %d', (recovery, replies, level) => {
    expect(planned(recovery, everything(), replies).level).toBe(level)
  })

  it('includes a statement for every create, every removed entry, and everything at level 3', () => {
    const without = planned('clear-create', everything(), [{ index: 0, answer: 'doesNotExist' }])
    expect(missingStatements(without.chosen, without.level)).toEqual(['new'])
    const replies = planned('clear-create', everything(), [
      { index: 0, answer: 'doesNotExist', statement: 'Looked in eu-west-1.' },
    ])
    expect(missingStatements(replies.chosen, replies.level)).toEqual([])
    const gone = planned('clear-operations', everything(), [{ index: 3, answer: 'gone' }])
    expect(missingStatements(gone.chosen, gone.level)).toEqual(['b'])
    const checked = planned('clear-operations', everything(), [{ index: 1, answer: 'checked' }])
    expect(missingStatements(checked.chosen, 1)).toEqual([])
    expect(missingStatements(checked.chosen, 3)).toEqual(['a'])
  })
})

describe('clear-operations, when a resource being deleted is gone', () => {
  it('keeps the live entry with the ID of an old one that has left the state', () => {
    const before = toDocument(
      { resources: [bucket('a')], pending_operations: [op('deleting', 'a', { delete: true })] },
      { byteString: false },
    )
    const { document } = planned('clear-operations', before, [{ index: 0, answer: 'gone' }])
    expect(document.deployment).toEqual({ resources: [bucket('a')] })
  })

  it('also removes the entry, as state delete does', () => {
    const { document, effect } = planned('clear-operations', everything(), [{ index: 3, answer: 'gone' }])
    expect(document.deployment.resources?.map(({ urn }) => urn)).toEqual([urnOf('a'), urnOf('live')])
    expect(effect.entriesRemoved).toEqual([urnOf('b')])
    expect(verify(document.deployment)).toEqual([])
  })

  it('is refused while another entry depends on it, and names that', () => {
    const before = everything()
    before.deployment.pending_operations = [op('deleting', 'a')]
    expect(refused('clear-operations', before, [{ index: 0, answer: 'gone' }])).toMatchObject({
      code: 'would_break_state',
      reason: 'a can’t be removed: b depends on it.',
    })
  })

  it('also removes dependents when those are gone too', () => {
    const before = everything()
    before.deployment.pending_operations = [op('deleting', 'a'), op('deleting', 'b')]
    const { document } = planned('clear-operations', before, [
      { index: 0, answer: 'gone' },
      { index: 1, answer: 'gone' },
    ])
    expect(document.deployment.resources?.map(({ urn }) => urn)).toEqual([urnOf('live')])
  })

  it('is refused for a protected entry', () => {
    const before = everything()
    before.deployment.resources = [bucket('b', { protect: true })]
    before.deployment.pending_operations = [op('deleting', 'b')]
    expect(refused('clear-operations', before, [{ index: 0, answer: 'gone' }]).reason).toContain('protected')
  })

  it('removes the old entry and not the live one when the old one was being deleted', () => {
    const before = everything()
    before.deployment.resources = [bucket('b', { delete: true }), bucket('b')]
    before.deployment.pending_operations = [op('deleting', 'b', { delete: true })]
    const { document } = planned('clear-operations', before, [{ index: 0, answer: 'gone' }])
    expect(document.deployment.resources).toEqual([bucket('b')])
  })
})

describe('resolve-operations', () => {
  const replies: Reply[] = [
    { index: 0, answer: 'doesNotExist' },
    { index: 1, answer: 'checked' },
    { index: 2, answer: 'sameObject' },
    { index: 3, answer: 'gone' },
    { index: 4, answer: 'checked' },
    { index: 5, answer: 'keep' },
  ]

  it('answers everything in one version, and keeps operations answered "not sure"', () => {
    const { document } = planned('resolve-operations', everything(), replies)
    expect(typesLeft(document)).toEqual([`importing ${urnOf('i')}`])
  })

  it('is refused while an operation has no answer', () => {
    expect(refused('resolve-operations', everything(), replies.slice(0, 5)).reason).toContain('not answered: i')
  })

  it('removes the list itself when it is empty, as the CLI writes it', () => {
    const { document } = planned('resolve-operations', everything(), [
      ...replies.slice(0, 5),
      { index: 5, answer: 'checked' },
    ])
    expect(document.deployment).not.toHaveProperty('pending_operations')
  })
})

describe('a warning is given when', () => {
  const cautions = (
    document: StateDocument,
    recovery: RecoveryId,
    replies: Reply,
    late: { update: string; urn: string; at: number; resourceId: string }[] = [],
  ) => {
    const { deployment } = document
    const seen = { version: 2, update: 'u2', at: 0 }
    const firstSeen = new Map((deployment.pending_operations ?? []).map((op, at) => [pendingKey(at, op), seen]))
    const items = pendingItems({ stack, deployment, firstSeen, late })
    const key = items[replies.index]?.key ?? ''
    const answers = [{ key, answer: replies.answer }]
    const result = planOf(recovery, document, items, answers, { ...stack, stack: 'dev' })
    return result.ok ? result.stopAndAsk.join(' ') : result.reason
  }

  it('the answer is "does not exist", and the client later reported that it created it', () => {
    const late = [{ update: 'u2', urn: urnOf('new'), at: 1, resourceId: 'new-77' }]
    expect(cautions(everything(), 'clear-create', { index: 0, answer: 'doesNotExist' }, late)).toContain('new-77')
    expect(cautions(everything(), 'clear-create', { index: 0, answer: 'doesNotExist' })).not.toContain('new-77')
  })

  it('the answer is that it is the same resource, and the names differ', () => {
    const before = everything()
    expect(cautions(before, 'compare-create', { index: 2, answer: 'sameObject' })).toBe('')
    const live = before.deployment.resources?.[2]
    if (live) live.inputs = { bucket: 'another' }
    expect(cautions(before, 'compare-create', { index: 2, answer: 'sameObject' })).toContain('may be two objects')
  })

  it('the answer is "imported", and no entry has its URN', () => {
    expect(cautions(everything(), 'clear-create', { index: 0, answer: 'adopted' })).toContain(
      'No entry of the state has the URN',
    )
  })
})

/** A small generator of our own, so that failures can be reproduced from the seed. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomState(next: (below: number) => number): StateDocument {
  const resources: Resource[] = []
  for (let i = 0; i < 3 + next(10); i++) {
    const before = resources.map(({ urn }) => urn)
    const pick = () => before[next(before.length)] ?? ''
    const dependencies = before.length > 0 && next(2) === 0 ? [pick()] : []
    const parent = before.length > 0 && next(3) === 0 ? { parent: pick() } : {}
    resources.push(
      bucket(`r${i}`, {
        ...(dependencies.length > 0 && { dependencies }),
        ...parent,
        ...(next(8) === 0 && { protect: true }),
      }),
    )
  }
  const types = ['creating', 'updating', 'deleting', 'reading', 'importing', 'someday']
  const pending_operations = Array.from({ length: 1 + next(8) }, (_, i) => {
    const isLive = next(2) === 0
    return op(types[next(types.length)] ?? '', isLive ? `r${next(resources.length)}` : `p${i}`)
  })
  return toDocument({ manifest: {}, resources, pending_operations }, { byteString: false })
}

it('an answer keeps a valid state valid and drops exactly the answered operations, in any order of answers', () => {
  let written = 0
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed)
    let document = randomState(next)
    for (let step = 0; step < 6; step++) {
      const items = itemsOf(document)
      const chosen = items.filter(() => next(2) === 0)
      const recovery = next(3) === 0 ? 'resolve-operations' : (chosen[0]?.recovery ?? 'clear-operations')
      const among = recovery === 'resolve-operations' ? items : chosen.filter((item) => item.recovery === recovery)
      const answers = among.map(({ key, answers: offered }) => ({
        key,
        answer: offered[next(offered.length)]?.answer ?? 'keep',
      }))
      const result = planOf(recovery, document, items, answers)
      if (!result.ok) continue
      written += 1
      const dropped = new Set(answers.filter(({ answer }) => answer !== 'keep').map(({ key }) => key))
      const expected = (document.deployment.pending_operations ?? []).filter(
        (operation, i) => !dropped.has(pendingKey(i, operation)),
      )
      expect(result.document.deployment.pending_operations ?? [], `seed ${seed}`).toEqual(expected)
      expect(verify(result.document.deployment), `seed ${seed}`).toEqual([])
      const removed = new Set(result.effect.entriesRemoved)
      const entries = (deployment: Deployment) => (deployment.resources ?? []).filter(({ urn }) => !removed.has(urn))
      expect(result.document.deployment.resources, `seed ${seed}`).toEqual(entries(document.deployment))
      document = result.document
    }
  }
  expect(written).toBeGreaterThan(300)
})
