import { describe, expect, it } from 'vitest'
import { causeOf, failureOf } from './failure.ts'
import { failureLine, failureText, firstLine } from './failureLine.ts'

const says = (message: string, more: object = {}, sequence = 1) => ({
  sequence,
  diagnosticEvent: { message, severity: 'error', urn: 'urn:a', ...more },
})

describe('the error that an event reports', () => {
  it('is the message without colours, with its resource', () => {
    expect(failureOf(says('<{%reset%}>creating bucket: denied<{%reset%}>\n'))).toEqual({
      sequence: 1,
      urn: 'urn:a',
      text: 'creating bucket: denied',
    })
    expect(failureOf(says('the program threw', { urn: '' }))?.urn).toBeNull()
  })

  it.each([
    ['a warning', says('slow', { severity: 'warning' })],
    ['an ephemeral status message', says('waiting', { ephemeral: true })],
    ['the final message of the engine', says('update failed', { urn: '' })],
    ['nothing', says('  ')],
    ['another event', { sequence: 1, stdoutEvent: { message: 'error' } }],
    ['a message of another shape', says('x', { message: { text: 'x' } })],
  ])('is not %s', (_, event) => {
    expect(failureOf(event)).toBeUndefined()
  })
})

it('the first line of an error omits its source location', () => {
  expect(
    firstLine('  sdk-v2/provider2.go:572: sdk.helper_schema: creating S3 Bucket (x): denied\n1 error occurred:'),
  ).toBe('creating S3 Bucket (x): denied')
})

it('the cause of a failure is the first error of a resource, or else the first error', () => {
  const general = { sequence: 1, urn: null, text: 'general' }
  const first = { sequence: 5, urn: 'urn:a', text: 'first' }
  const second = { sequence: 9, urn: 'urn:b', text: 'second' }
  for (const order of [
    [general, first, second],
    [second, first, general],
    [first, general, second],
  ])
    expect(order.reduce<typeof first | null>((cause, one) => causeOf(cause, one) as typeof first, null)).toBe(first)
  expect(causeOf(general, null)).toBe(general)
})

it.each([
  [
    '1 error occurred:\n\t* creating S3 Bucket (images): BucketAlreadyExists\n\n',
    'creating S3 Bucket (images): BucketAlreadyExists',
  ],
  ['error: 2 errors occurred:\n\n* one\n* two', 'one'],
  ['sdk-v2/provider2.go:509: sdk.helper_schema: denied', 'denied'],
  ['1 error occurred:', '1 error occurred:'],
  [
    'error: [403] Holdfast: "DNS zones stay" does not allow deleting sale (a:b:C). https://holdfast.example/acme/shop/prod/updates/6',
    '"DNS zones stay" does not allow deleting sale (a:b:C).',
  ],
])('the meaningful line of %j is %j', (text, line) => {
  expect(firstLine(text)).toBe(line)
})

it.each([
  [
    'error sending request for url (http://localhost:8080/api/stacks/organization/billing/prod): connection refused',
    'invoices: error sending request for url (http://localhost:8080/…): connection refused',
  ],
  [
    'see https://example.com/a/long/path/of/a/document: it says why',
    'invoices: see https://example.com/…: it says why',
  ],
  ['see https://example.com/short.', 'invoices: see https://example.com/short.'],
])('a line for a list keeps the reason at the end, not the path of an address: %s', (text, line) => {
  const failure = { urn: 'urn:pulumi:prod::billing::aws:s3/bucket:Bucket::invoices', text }
  expect(failureLine(failure)).toBe(line)
  expect(failureText(failure)).toBe(`invoices: ${text}`)
})
