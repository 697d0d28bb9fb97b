import { describe, expect, it } from 'vitest'
import { recording, recordings } from '#testing/load.ts'
import { foldEvents } from '#testing/states/foldEvents.ts'
import { type EngineEvent, logLines, stripDirectives } from './engineEvents.ts'
import { SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'

/** The events of each recorded update, by recording and address. */
const recorded = recordings().flatMap((name) => {
  const byUpdate = new Map<string, EngineEvent[]>()
  for (const { url, request } of recording(name)) {
    if (!url.endsWith('/events/batch')) continue
    byUpdate.set(url, [...(byUpdate.get(url) ?? []), ...(request as { events: EngineEvent[] }).events])
  }
  return [...byUpdate.values()].map((events) => ({ name, events }))
})
const eventsOf = (name: string) => recorded.find((each) => each.name === name)?.events ?? []

const stackUrn = 'urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev'
const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`
const meta = (op: string, of: string, more: object = {}) => ({
  op,
  urn: of,
  type: of === stackUrn ? 'pulumi:pulumi:Stack' : 'a:b:C',
  old: null,
  new: null,
  ...more,
})
const pre = (op: string, of: string, more: object = {}) => ({ resourcePreEvent: { metadata: meta(op, of, more) } })
const outputs = (op: string, of: string, more: object = {}) => ({ resOutputsEvent: { metadata: meta(op, of, more) } })
const failed = (op: string, of: string) => ({ resOpFailedEvent: { metadata: meta(op, of), status: 2, steps: 1 } })
const says = (message: string, more: object = {}) => ({
  diagnosticEvent: { message, color: 'raw', severity: 'info', ...more },
})
const summary = (resourceChanges: Record<string, number> = {}) => ({
  summaryEvent: { maybeCorrupt: false, durationSeconds: 3, resourceChanges, isPreview: false, result: 'succeeded' },
})
const numbered = (...payloads: object[]): EngineEvent[] =>
  payloads.map((payload, sequence) => ({ sequence, timestamp: 1000 + sequence, ...payload }))
const fold = (...payloads: object[]) => foldEvents(numbered(...payloads), { ended: true })
const row = (...payloads: object[]) => fold(...payloads).rows[0]

describe('recorded updates', () => {
  // In 49 the engine sends no events for resources left out by --target, but counts them.
  const counted = recorded.filter(({ name }) => name !== '49-up-target')

  it.each(counted)('$name: the rows add up to the totals in the summary', ({ events }) => {
    const whole = foldEvents(events, { ended: true })
    const cut = foldEvents(
      events.filter(({ summaryEvent }) => !summaryEvent),
      { ended: true },
    )
    expect(whole.partial).toBe(false)
    expect(cut.partial).toBe(true)
    expect(cut.totals).toEqual(whole.totals)
    expect(whole.rows.filter(({ state }) => state === 'running')).toEqual([])
  })

  it('fold to the same result in any order, with any repetition of batches', () => {
    const events = eventsOf('43-up-replace')
    const jumbled = [...events.slice(20), ...events, ...events.slice(0, 30)]
    expect(foldEvents(jumbled, { ended: true })).toEqual(foldEvents(events, { ended: true }))
    expect(logLines(jumbled)).toEqual(logLines(events))
  })

  it('show a replacement as one row with its reason', () => {
    const shelf = foldEvents(eventsOf('43-up-replace'), { ended: true }).rows.find(
      ({ name }) => name === 'south-shelf1',
    )
    expect(shelf).toMatchObject({ op: 'replace', state: 'done', replaceKeys: ['size'], new: {}, old: {} })
    expect(shelf?.new?.outputs).toMatchObject({ name: 'south-shelf1' })
  })

  it('show a rejected resource as a failed row with its reason', () => {
    const refused = foldEvents(eventsOf('09-up-fails'), { ended: true }).rows.filter(({ state }) => state === 'failed')
    expect(refused.map(({ name }) => name)).toEqual(['thing-6'])
    expect(refused[0]?.messages[0]?.severity).toBe('error')
  })

  it('give the last outputs of the stack, with secrets masked', () => {
    const { outputs: shown } = foldEvents(eventsOf('41-up'), { ended: true })
    expect(shown).toMatchObject({ code: { [SIGNATURE]: SECRET_SIGNATURE }, door: 'Frame-north-frame-10' })
    expect(JSON.stringify(shown)).not.toContain('ciphertext')
  })

  it('give log lines without colour directives', () => {
    const texts = recorded.flatMap(({ events }) => logLines(events)).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(50)
    expect(texts.filter((text) => text.includes('<{%') || text.endsWith('\n'))).toEqual([])
    expect(texts).toContain('warning: the south rack is older than ten years')
  })
})

describe('a row', () => {
  it('is running, then done with the final operation', () => {
    const of = { old: { parent: 'p' }, new: { parent: stackUrn } }
    expect(row(pre('refresh', urn('x')))).toMatchObject({ op: 'refresh', state: 'running', startedAt: 1000 })
    expect(
      row(pre('refresh', urn('x'), of), outputs('update', urn('x'), { ...of, diffs: ['size'], detailedDiff: {} })),
    ).toMatchObject({
      urn: urn('x'),
      parent: stackUrn,
      type: 'a:b:C',
      name: 'x',
      op: 'update',
      state: 'done',
      diffs: ['size'],
      detailedDiff: {},
      startedAt: 1000,
      endedAt: 1001,
    })
  })

  it('shows the strongest step of a replacement, in either order', () => {
    const created = { new: { id: 'new' }, old: { id: 'old' }, keys: ['size'] }
    const steps = [
      pre('create-replacement', urn('x'), created),
      outputs('create-replacement', urn('x'), created),
      pre('replace', urn('x'), created),
      outputs('replace', urn('x'), created),
      pre('delete-replaced', urn('x'), { old: { id: 'older' } }),
    ]
    expect(row(...steps)).toMatchObject({
      op: 'replace',
      state: 'running',
      replaceKeys: ['size'],
      new: { id: 'new' },
      old: { id: 'old' },
    })
    expect(row(...steps, outputs('delete-replaced', urn('x')))).toMatchObject({ op: 'replace', state: 'done' })
    const deletedFirst = [
      pre('delete-replaced', urn('x')),
      outputs('delete-replaced', urn('x')),
      pre('replace', urn('x')),
      pre('create-replacement', urn('x'), created),
    ]
    expect(row(...deletedFirst)).toMatchObject({ op: 'replace', state: 'running', new: { id: 'new' } })
    const made = outputs('create-replacement', urn('x'), { new: { id: 'made' } })
    expect(row(...deletedFirst, made)).toMatchObject({ op: 'replace', state: 'done', new: { id: 'made' } })
  })

  it('keeps its operation when an old copy is cleaned up', () => {
    expect(row(pre('update', urn('x')), pre('delete', urn('x'), { old: { delete: true } }))).toMatchObject({
      op: 'update',
    })
    expect(row(pre('refresh', urn('x')), pre('delete', urn('x'), { old: {} }))).toMatchObject({ op: 'delete' })
  })

  it('stays failed once it has failed', () => {
    expect(
      row(pre('create', urn('x')), failed('create', urn('x')), outputs('create', urn('x')), summary()),
    ).toMatchObject({ state: 'failed', endedAt: 1002 })
  })

  it('ends with the summary if nothing else ended it, as failed if an error was reported for it', () => {
    const component = [pre('create', stackUrn), pre('create', urn('x'))]
    const broken = says('no', { severity: 'error', urn: urn('x') })
    expect(fold(...component, broken, summary()).rows.map(({ state }) => state)).toEqual(['done', 'failed'])
    expect(fold(...component).rows.map(({ state }) => state)).toEqual(['running', 'running'])
  })

  it('collects its own messages; messages without a resource go to the stack', () => {
    const { rows, messages } = fold(
      says('<{%bold%}>early<{%reset%}>\n'),
      pre('same', stackUrn),
      pre('create', urn('x')),
      says('careful', { prefix: 'warning: ', severity: 'warning', urn: urn('x') }),
      says('who?', { urn: urn('unknown') }),
    )
    expect(rows.map((each) => each.messages)).toEqual([
      [
        { severity: 'info', text: 'early' },
        { severity: 'info', text: 'who?' },
      ],
      [{ severity: 'warning', text: 'warning: careful' }],
    ])
    expect(messages).toEqual([])
    expect(fold(says('nothing there')).messages).toEqual([{ severity: 'info', text: 'nothing there' }])
  })

  it('shows only the latest status message, and none when done', () => {
    const status = [
      pre('create', urn('x')),
      says('1 of 2', { urn: urn('x'), ephemeral: true }),
      says('2 of 2', { urn: urn('x'), ephemeral: true }),
    ]
    expect(row(...status)).toMatchObject({ status: '2 of 2', messages: [] })
    expect(row(...status, outputs('create', urn('x')))).not.toHaveProperty('status')
    expect(row(...status, summary())).not.toHaveProperty('status')
  })

  it('shows no secrets', () => {
    const secret = { [SIGNATURE]: SECRET_SIGNATURE, plaintext: '"hunter2"' }
    const state = { inputs: { a: [secret] }, outputs: { b: secret } }
    const shown = row(outputs('update', urn('x'), { old: state, new: state }))
    expect(shown?.new?.inputs).toEqual({ a: [{ [SIGNATURE]: SECRET_SIGNATURE }] })
    expect(JSON.stringify(shown)).not.toContain('hunter2')
  })
})

it('takes totals from the summary, and counts rows only without one', () => {
  const steps = [
    outputs('create', urn('a')),
    pre('create', urn('b')),
    failed('create', urn('c')),
    outputs('replace', urn('d')),
  ]
  expect(fold(...steps, summary({ create: 7 }))).toMatchObject({
    totals: { create: 7 },
    partial: false,
    summary: { durationSeconds: 3 },
  })
  expect(fold(...steps)).toMatchObject({ totals: { create: 1, replace: 1 }, partial: true })
  expect(foldEvents(numbered(...steps), { ended: false }).partial).toBe(false)
})

it('recognises a preview before its summary', () => {
  expect(fold({ resourcePreEvent: { metadata: meta('create', urn('x')), planning: true } }).isPreview).toBe(true)
  expect(fold(pre('create', urn('x'))).isPreview).toBe(false)
})

it('accepts unknown events', () => {
  const events = numbered(
    { telepathyEvent: { urn: urn('x') } },
    {},
    { cancelEvent: {} },
    { resourcePreEvent: {} },
    { diagnosticEvent: null },
  )
  expect(foldEvents(events, { ended: true })).toMatchObject({ rows: [], totals: {}, messages: [] })
  expect(logLines(events)).toEqual([])
})

describe('the log', () => {
  it('has diagnostics and output in order, without status messages', () => {
    const events = numbered(
      { stdoutEvent: { message: 'hello\n', color: 'raw' } },
      says('busy', { ephemeral: true }),
      says('broken', { prefix: '<{%fg 1%}>error: <{%reset%}>', severity: 'error', urn: urn('x') }),
      says('from the program', { severity: 'info#err' }),
    )
    expect(logLines(events.toReversed())).toEqual([
      { sequence: 0, at: 1000, severity: 'info', text: 'hello' },
      { sequence: 2, at: 1002, severity: 'error', urn: urn('x'), text: 'error: broken' },
      { sequence: 3, at: 1003, severity: 'info#err', text: 'from the program' },
    ])
  })

  it.each([
    ['<{%fg 13%}>a<{%reset%}> b', 'a b'],
    ['<{%sparkle%}>a', 'a'],
    ['a<{%fg 1', 'a'],
    ['a<{%', 'a'],
    ['a <{% of text, kept', 'a  of text, kept'],
    ['<{%fg 1 unclosed <{%bold%}>b', 'fg 1 unclosed b'],
    ['100% <{a}> {%b%}', '100% <{a}> {%b%}'],
  ])('shows %j as %j', (raw, shown) => {
    expect(stripDirectives(raw)).toBe(shown)
  })
})
