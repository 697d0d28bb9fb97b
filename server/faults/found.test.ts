import { expect, it } from 'vitest'
import { foldEvents } from '#testing/states/foldEvents.ts'
import { logLines } from '#domain/events/engineEvents.ts'
import { type JournalEntry, replay } from '#domain/journal/journal.ts'
import { entryProblem } from '#domain/journal/journalEntry.ts'
import { STACK, testService } from '#testing/service.ts'

// Faults found by fuzzing, and by examining its inputs, each in its smallest form.

it.each([
  [
    'a step without a type',
    { resourcePreEvent: { metadata: { urn: 'urn:pulumi:dev::shop::a:b:C::x', op: 'create' } } },
  ],
  ['a step whose URN is a number', { resOutputsEvent: { metadata: { urn: 7, type: 'a:b:C', op: 'create' } } }],
  ['a step without metadata', { resOutputsEvent: {} }],
  ['a message without text', { stdoutEvent: {} }],
  ['a summary whose counts are words', { summaryEvent: { resourceChanges: { create: 'two' } } }],
  ['a diagnostic that is a list', { diagnosticEvent: [null] }],
])('%s does not prevent reading the other engine events', (_what, payload) => {
  const diagnostic = { sequence: 2, timestamp: 5, diagnosticEvent: { message: 'all is well', severity: 'info' } }
  const events = [{ sequence: 1, timestamp: 5, ...(payload as object) }, diagnostic]
  expect(foldEvents(events, { ended: true })).toMatchObject({
    rows: [],
    totals: {},
    messages: [{ severity: 'info', text: 'all is well' }],
  })
  expect(logLines(events).map(({ text }) => text)).toEqual(['all is well'])
})

it.each([
  ['so deep that it could be stored but not shown', 3_000],
  ['so deep that it could not be stored', 100_000],
])('nesting %s is refused with a sentence, and its update can still end', async (_what, depth) => {
  const { cli, fetch } = await testService()
  const client = cli()
  await client.initStack(STACK)
  const run = await client.start(STACK)
  const urn = run.urnOf({ type: 'a:b:C', name: 'x' })
  const nested = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const state = `{"urn":"${urn}","type":"a:b:C","inputs":{"deep":${nested}}}`
  const send = async (path: string, body: string) => {
    const headers = { authorization: `update-token ${run.lease}`, 'content-type': 'application/json' }
    const address = `http://test${client.path(STACK)}/update/${run.id}/${path}`
    const method = path.startsWith('events') ? 'POST' : 'PATCH'
    const response = await fetch(new Request(address, { method, headers, body }))
    return { status: response.status, body: (await response.json()) as { message: string } }
  }
  const refused = { status: 400, body: { message: 'Bad Request: the body nests more than 500 objects and lists.' } }
  const metadata = `{"urn":"${urn}","type":"a:b:C","op":"create","new":${state}}`
  expect(
    await send('events/batch', `{"events":[{"sequence":1,"timestamp":1,"resOutputsEvent":{"metadata":${metadata}}}]}`),
  ).toMatchObject(refused)
  expect(
    await send('journalentries', `{"entries":[{"kind":1,"sequenceID":1,"operationID":1,"state":${state}}]}`),
  ).toMatchObject(refused)
  expect(
    await send(
      'checkpointverbatim',
      `{"version":3,"sequenceNumber":1,"untypedDeployment":{"version":3,"deployment":{"resources":[${state}]}}}`,
    ),
  ).toMatchObject(refused)

  await run.complete('failed')
  expect((await client.exportState(STACK)).deployment.resources ?? []).toEqual([])
})

it('a secrets manager without a type, on a base without one, does not block the rest of the journal', () => {
  const provider = JSON.parse('{"state":{}}') as NonNullable<JournalEntry['secretsProvider']> // as it may arrive
  const entries: JournalEntry[] = [
    { sequenceID: 1, operationID: 0, kind: 6, secretsProvider: provider },
    { sequenceID: 2, operationID: 1, kind: 1, state: { urn: URN, type: 'a:b:C' } },
  ]
  const { document } = replay(undefined, entries, { time: '2026-01-05T09:00:00Z', cliVersion: '' })
  expect(document.deployment.resources?.map(({ urn }) => urn)).toEqual([URN])
})

it.each(['operation', 'state'])('an entry whose %s is a number is skipped', (part) => {
  const broken = JSON.parse(`{"sequenceID":1,"operationID":1,"kind":0,"${part}":0}`) as JournalEntry // as it may arrive
  expect(entryProblem(broken)).toMatch(/must be an object$/)
  const stamp = { time: '2026-01-05T09:00:00Z', cliVersion: '' }
  const { document, unknownKinds } = replay(undefined, [broken], stamp)
  expect(document.deployment.pending_operations ?? []).toEqual([])
  expect(unknownKinds).toEqual([0])
})

const URN = 'urn:pulumi:dev::shop::a:b:C::x'
