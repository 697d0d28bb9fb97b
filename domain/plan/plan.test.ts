import { describe, expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import { recoveryOf as guided, sampleFacts } from '#testing/samples/sampleFacts.ts'
import type { EditOperation } from '#contract/edits.ts'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { pendingItems } from '../journal/pending.ts'
import type { GuidedRecovery } from '../recoveries/guidedRecovery.ts'
import { planChange } from '../recoveries/planChange.ts'
import { option } from '../recoveries/options.ts'
import { suggestedChoices } from '#testing/states/suggestedChoices.ts'
import { findRepairs } from '../repair/findRepairs.ts'
import { type PendingOperation, type Resource, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { applyOperation } from '../edits/applyOperation.ts'
import { planEdit, type PlannedEdit } from '../edits/planEdit.ts'
import { planOwnMove } from '../edits/planOwnMove.ts'
import { entryText, stateText } from '../edits/replace.ts'

const basis = { version: 7, hash: 'h' }
const { urn: urnOf, entry } = sampleEntries({ stack: 'main' })
const bucket = (name: string, more: Partial<Resource> = {}) => entry(name, { inputs: { bucket: name }, ...more })
const PROVIDER = entry('p', { type: 'pulumi:providers:aws' })

/** A secret with neither ciphertext nor plaintext: the engine cannot decode it. */
const undecodable = { inputs: { password: { [SIGNATURE]: SECRET_SIGNATURE } } }
const dangling = { dependencies: [urnOf('nowhere')] }
/** Accepted when a state is read, rejected when it is written. */
const emptyReference = { dependencies: [''] }

type Parts = { b?: Partial<Resource>; pending?: Partial<Resource>; resources?: Resource[] }

/** `a` is protected and pending; `b` is the entry to break. */
const state = ({ b = {}, pending = {}, resources = [] }: Parts = {}): StateDocument =>
  toDocument(
    {
      manifest: { time: '2026-01-05T10:00:00Z', magic: '', version: '' },
      resources: [PROVIDER, bucket('a', { protect: true }), bucket('b', b), ...resources],
      pending_operations: [operation('reading', bucket('a', pending))],
    },
    { byteString: false },
  )
const operation = (type: string, resource: Resource): PendingOperation => ({ type, resource })
const entryOf = ({ deployment }: StateDocument, name: string): { at: number; entry: Resource } => {
  const resources = deployment.resources ?? []
  const at = resources.findIndex(({ urn }) => urn === urnOf(name))
  const entry = resources[at]
  if (!entry) throw new Error(`the state has no ${name}`)
  return { at, entry }
}

/** The result of any way of writing, in common terms. */
type Answer =
  | { is: 'refused' }
  | { is: 'possible'; level: ConfirmationLevel | null; stopAndAsk: string[]; before: string[] | null; after: string[] }

type Context = { stack: string; tags: Record<string, string>; least: ConfirmationLevel }
type Write = (document: StateDocument, context?: Context) => Answer

const PLAIN: Context = { stack: 'main', tags: {}, least: 0 }
const PRODUCTION: Context = { stack: 'main', tags: { stage: 'production' }, least: 0 }
const stackOf = ({ stack }: Context) => ({ org: 'acme', project: 'shop', stack })
const isProductionAsked = (answer: Answer) =>
  answer.is === 'possible' && answer.stopAndAsk.some((each) => each.includes(' says production: '))

const levelOf = (answer: Answer) => (answer.is === 'possible' ? answer.level : 0)

type Result = ReturnType<typeof planChange>
const ofResult = (plan: Result): Answer =>
  plan.ok
    ? {
        is: 'possible',
        level: plan.level,
        stopAndAsk: plan.stopAndAsk,
        before: plan.integrityBefore,
        after: plan.integrityAfter,
      }
    : { is: 'refused' }

const ofEdit = ({ plan }: PlannedEdit): Answer =>
  plan.isPossible
    ? {
        is: 'possible',
        level: plan.level,
        stopAndAsk: plan.stopAndAsk,
        before: plan.integrityBefore,
        after: plan.integrityAfter,
      }
    : { is: 'refused' }

const chosenIn =
  (recovery: GuidedRecovery, choices: (document: StateDocument) => { problem: string; option: string }[]): Write =>
  (document, context = PLAIN) => {
    const facts = sampleFacts(stackOf(context), document)
    const chosen = choices(document).map((choice) => ({ ...choice, inputs: {} }))
    const { tags, least } = context
    return ofResult(planChange(recovery, facts, chosen, { tags, least }))
  }

const byAnswers = (recovery: RecoveryId, answer: 'checked' | 'gone' = 'checked'): Write =>
  chosenIn(guided(recovery), ({ deployment }) =>
    pendingItems({ stack: stackOf(PLAIN), deployment }).map(({ key }) => ({ problem: key, option: answer })),
  )

const byEdit =
  (operationOf: (document: StateDocument) => EditOperation): Write =>
  (document, context = PLAIN) =>
    ofEdit(planEdit(document, operationOf(document), { basis, ...context, stack: stackOf(context) }))

const entryAsText = (name: string, change: (entry: Resource) => Resource): Write =>
  byEdit((document) => {
    const { at, entry } = entryOf(document, name)
    return { do: 'replaceEntry', urn: entry.urn, index: at, text: entryText(change(entry)) }
  })

const stateAsText = (change: (document: StateDocument) => void): Write =>
  byEdit((document) => {
    const text = JSON.parse(stateText(document, basis)) as StateDocument
    change(text)
    return { do: 'replaceState', text: JSON.stringify(text) }
  })

const byMove =
  (name: string, side: 'source' | 'destination'): Write =>
  (document, context = PLAIN) => {
    const empty = toDocument(
      { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' } },
      { byteString: false },
    )
    const from = { basis, ...context, stack: stackOf(context) }
    const to = { ...from, stack: { ...from.stack, project: 'another' } }
    const facts = { from, to, urns: [urnOf(name)], includeParents: false }
    return ofEdit(planOwnMove(document, empty, facts, undefined)[side])
  }

const table = (writers: Record<string, Write>) => Object.entries(writers)

/** Edits that do not change `b`. */
const elsewhere = table({
  'answering a pending operation': byAnswers('clear-operations'),
  'answering all pending operations': byAnswers('resolve-operations'),
  'a guided recovery': chosenIn(guided('remove-protection'), (document) => [
    { problem: `protect:${entryOf(document, 'a').at}:${urnOf('a')}`, option: 'unprotect' },
  ]),
  'a named edit': byEdit(() => ({ do: 'unprotect', urns: [urnOf('a')] })),
  'editing an entry as text': entryAsText('a', (entry) => ({ ...entry, protect: false })),
  'editing the state as text': stateAsText((text) => {
    entryOf(text, 'a').entry.protect = false
  }),
  'a move, in the stack it leaves': byMove('a', 'source'),
  'a move, in the stack it enters': byMove('a', 'destination'),
})

/** Edits that repair or break `b`; `from` and `to`: the states produced by a text. */
const mending = (to: StateDocument) =>
  table({
    'a repair': chosenIn(guided('fix-references'), (document) =>
      suggestedOf(document).map(({ problem, option }) => ({ problem, option: option })),
    ),
    'editing an entry as text': entryAsText('b', () => entryOf(to, 'b').entry),
    'editing the state as text': stateAsText((text) => {
      text.deployment.resources = to.deployment.resources ?? []
    }),
  })
const suggestedOf = (document: StateDocument) => suggestedChoices(findRepairs(document))

describe.each(elsewhere)('a write by %s', (_, write) => {
  it('is possible on a valid state', () => {
    expect(write(state())).toMatchObject({ is: 'possible', after: [] })
  })

  it.each([
    ['that the engine cannot decode', state({ b: undecodable })],
    ['with a dangling reference', state({ b: dangling })],
    ['that only the verifier of writes rejects', state({ b: emptyReference })],
  ])('is refused on a state %s, which would stay invalid', (_what, document) => {
    expect(write(document)).toEqual({ is: 'refused' })
  })

  it.each([
    ['by a tag', PRODUCTION],
    ['by its name', { ...PLAIN, stack: 'prod' }],
  ])('warns about production from level 2 on: %s', (_how, context) => {
    const answer = write(state(), context)
    // A file opened in the browser has a name but no tags.
    const level = levelOf(answer) ?? (context.stack === 'prod' ? 3 : 0)
    expect(isProductionAsked(answer)).toBe(level >= 2)
    expect(isProductionAsked(write(state()))).toBe(false)
  })

  it('requires at least the level that the caller gives', () => {
    expect(levelOf(write(state(), { ...PLAIN, least: 3 })) ?? 3).toBe(3)
  })
})

describe('making an invalid state valid', () => {
  it.each(mending(state()))('is possible by %s, without being raised to level 3', (_, write) => {
    const answer = write(state({ b: dangling }))
    expect(answer).toMatchObject({ is: 'possible', after: [] })
    expect(answer.is === 'possible' && answer.level).toBeLessThan(3)
  })

  it('is possible by answering a pending operation that the engine cannot decode', () => {
    const document = state({ pending: undecodable })
    expect(byAnswers('clear-operations')(document)).toMatchObject({ is: 'possible', level: 1, after: [] })
    const forgotten = stateAsText((text) => void delete text.deployment.pending_operations)
    expect(forgotten(document)).toMatchObject({ is: 'possible', after: [] })
  })
})

describe('making an invalid state better but not valid', () => {
  const half = state({ resources: [bucket('c', undecodable)] })
  const broken = state({ b: dangling, resources: [bucket('c', undecodable)] })

  it.each(mending(half))('by %s requires level 3', (_, write) => {
    expect(write(broken)).toMatchObject({ is: 'possible', level: 3, after: [expect.stringContaining('malformed')] })
  })

  it('with a pending operation that the engine cannot decode also requires level 3', () => {
    const document = state({ b: undecodable, pending: undecodable })
    for (const write of [byAnswers('clear-operations'), byAnswers('resolve-operations')])
      expect(write(document)).toMatchObject({ is: 'possible', level: 3, after: [expect.any(String)] })
  })
})

describe.each(mending(state({ b: { dependencies: [urnOf('elsewhere')] } })).slice(1))('a repair by %s', (_, write) => {
  it.each([
    ['as many integrity errors as before', dangling],
    ['fewer integrity errors', { dependencies: [urnOf('nowhere'), urnOf('gone')] }],
  ])('is refused when it leaves %s, and adds a new one', (_how, b) => {
    expect(write(state({ b }))).toEqual({ is: 'refused' })
  })
})

describe('the same change made in different ways', () => {
  const unprotect = elsewhere.filter(([name]) => /guided|edit|text/.test(name))

  it.each(unprotect)('requires the same level when protection is removed by %s', (_, write) => {
    expect(write(state())).toMatchObject({ is: 'possible', level: 2 })
  })

  const deleting = state()
  deleting.deployment.pending_operations = [operation('deleting', bucket('b'))]
  const forget = table({
    'the answer to its pending delete': byAnswers('clear-operations', 'gone'),
    'a named edit': byEdit(() => ({ do: 'delete', targets: [{ urn: urnOf('b') }], withDependents: false })),
    'editing the state as text': stateAsText(({ deployment }) => {
      deployment.resources = (deployment.resources ?? []).filter(({ urn }) => urn !== urnOf('b'))
    }),
  })

  it.each(forget)('requires the same level when an entry is removed by %s', (_, write) => {
    expect(write(deleting)).toMatchObject({ is: 'possible', level: 2 })
  })

  /** The effect of a text on a state, as a guided recovery that asks for one click. */
  const asRecovery = (operation: EditOperation): GuidedRecovery => ({
    ...guided('fix-entry'),
    problems: () => [
      {
        id: 'p',
        title: '',
        explanation: '',
        urns: [],
        evidence: [],
        clues: [],
        options: [option({ id: 'w', title: '', risk: '', level: 1 })],
        suggested: null,
        advice: null,
      },
    ],
    apply: ({ document }) => applyOperation(document, operation),
  })
  const oneOf = (document: StateDocument, change: (resources: Resource[]) => Resource[]): EditOperation => {
    const text = JSON.parse(stateText(document, basis)) as StateDocument
    text.deployment.resources = change(text.deployment.resources ?? [])
    return { do: 'replaceState', text: JSON.stringify(text) }
  }
  const change = (name: string, more: Partial<Resource>) =>
    oneOf(state(), (resources) => resources.map((each) => (each.urn === urnOf(name) ? { ...each, ...more } : each)))

  it.each([
    [
      'a protected entry is removed',
      /^Protected: a\./,
      oneOf(state(), (all) => all.filter(({ urn }) => urn !== urnOf('a'))),
    ],
    [
      'an entry with an ID is added',
      /^Check that new exists in the cloud and belongs to this stack/,
      oneOf(state(), (all) => [...all, bucket('new')]),
    ],
    ['an ID changes', /previous resource becomes untracked/, change('b', { id: 'another' })],
    ['a resource gets another provider', /another account/, change('b', { provider: `${PROVIDER.urn}::p-id` })],
  ])('has the same warnings when %s', (_, words, operation) => {
    const byHand = byEdit(() => operation)(state())
    const byRecovery = chosenIn(asRecovery(operation), () => [{ problem: 'p', option: 'w' }])(state())
    const asks = (answer: Answer) =>
      answer.is === 'possible' ? answer.stopAndAsk.filter((each) => words.test(each)) : []
    expect(asks(byHand)).toHaveLength(1)
    expect(asks(byRecovery)).toEqual(asks(byHand))
  })
})

it('a move says once what both programs need, and what happens without it', () => {
  const { source, destination } = planOwnMove(
    state(),
    state({ resources: [] }),
    {
      from: { basis, ...PLAIN, stack: stackOf(PLAIN) },
      to: { basis, ...PLAIN, stack: { ...stackOf(PLAIN), project: 'another' } },
      urns: [urnOf('b')],
      includeParents: false,
    },
    undefined,
  )
  expect(source.plan.because).toEqual([
    'Before the next pulumi up, remove b from acme/shop/main’s program and add it to acme/another/main’s. Otherwise the next update of acme/shop/main creates it again, and that of acme/another/main deletes it.',
  ])
  expect([...source.plan.stopAndAsk, ...destination.plan.stopAndAsk]).toEqual([])
})
