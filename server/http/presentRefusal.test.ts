import { describe, expect, it } from 'vitest'
import { ProblemDetails } from '#contract/problem.ts'
import { REFUSALS, REQUEST_REFUSALS } from '#testing/refusals.ts'
import { DomainError } from '../errors.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import { problemResponse } from './problems.ts'
import { RequestError } from './requestError.ts'

const logged: unknown[] = []
const note = (facts: unknown) => void logged.push(facts)
const deps = { log: { info: note, warn: note, error: note }, store: createMemoryStore({ clock: () => 0 }) }

async function problemOf(thrown: Error) {
  const response = await problemResponse(deps, thrown, 'request-1')
  const problem = ProblemDetails.parse(await response.json())
  expect(response.status).toBe(problem.status)
  return { ...problem, headers: response.headers }
}

/** Refusals of the CLI's calls only: in the console, each is an unexpected error. */
const CLI_ONLY = new Set([
  'noCheckpoint',
  'invalidCheckpoint',
  'checkpointVersion',
  'noVerbatimCheckpoint',
  'deltaNotApplicable',
  'deltaHashMismatch',
  'invalidEntry',
  'tooManyEntries',
  'journalBatchTooLarge',
  'noEvents',
  'tooManyEvents',
  'stepsRefused',
  'stepsUndecided',
  'tooMuchWaits',
  'journalNeeded',
  'updateNotStarted',
  'updateAlreadyStarted',
  'updateCompleted',
  'updateCancelled',
  'previewHasNoState',
  'leaseTokenInvalid',
  'leaseRevoked',
  'leaseDuration',
  'noServiceConfig',
  'foreignSecrets',
  'builtInTag',
  'tagExists',
  'noSuchTag',
  'notBase64',
])

const shown = [
  ...Object.values(REFUSALS)
    .filter(({ kind }) => !CLI_ONLY.has(kind))
    .map((refusal) => [refusal.kind, new DomainError(refusal)] as const),
  ...Object.values(REQUEST_REFUSALS).map((refusal) => [refusal.kind, new RequestError(refusal)] as const),
]

describe('a refusal in the console', () => {
  it.each(shown)('%s is a sentence for a person, with the request ID', async (_kind, error) => {
    const { code, detail, requestId, status } = await problemOf(error)
    expect(code).not.toBe('internal')
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(requestId).toBe('request-1')
    expect(detail).toMatch(/ .*\.$/)
    expect(detail).not.toMatch(/^(Bad Request|Not Found|Conflict|Forbidden|Unauthorized)/)
  })

  it.each([...CLI_ONLY])('%s is an internal error, logged by its kind and not explained', async (kind) => {
    logged.length = 0
    const { code } = await problemOf(new DomainError(REFUSALS[kind as keyof typeof REFUSALS]))
    expect(code).toBe('internal')
    expect(logged).toMatchObject([{ requestId: 'request-1', error: `refused: ${kind}` }])
  })

  it.each([
    'stackLocked',
    'lockReplaced',
    'nothingToCancel',
    'notOrphaned',
    'updateResolved',
    'untrackedResolved',
    'alarmAcknowledged',
  ] as const)('%s has the display name of a user', async (kind) => {
    const ada = { id: 'user-1', login: 'ada', name: 'Ada L.', role: 'admin', roles: {} } as const
    const store = createMemoryStore({ clock: () => 0 })
    await store.write((writer) => writer.insertUser({ ...ada, createdAt: 0, removedAt: null }))
    const response = await problemResponse({ ...deps, store }, new DomainError(REFUSALS[kind]), 'request-1')
    expect(ProblemDetails.parse(await response.json()).detail).toContain('Ada L.')
  })

  it('has the fields that the page uses', async () => {
    expect(await problemOf(new DomainError(REFUSALS.staleBasis))).toMatchObject({
      code: 'stale_basis',
      params: { version: '8', hash: 'abc' },
    })
    expect(await problemOf(new DomainError(REFUSALS.stackLocked))).toMatchObject({
      code: 'lease_held',
      params: { lock: 'lock-1', holder: 'ada', until: String(Date.UTC(2026, 0, 2, 4)) },
    })
    expect(await problemOf(new DomainError(REFUSALS.missingRight))).toMatchObject({
      code: 'forbidden',
      params: { needs: 'operator', has: 'reader' },
    })
    expect((await problemOf(new DomainError(REFUSALS.queueFull))).headers.get('retry-after')).toBe('5')
    expect((await problemOf(new DomainError(REFUSALS.tooManyJobs))).headers.get('retry-after')).toBe('5')
  })
})
