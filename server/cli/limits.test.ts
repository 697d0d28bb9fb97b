import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { number } from '#words/counts.ts'
import { HEADERS_MS, REQUEST_MS } from '../listen.ts'
import { ADDRESS_SHARE } from '../connections.ts'
import { MAX_REQUESTS_OF_ONE } from '../http/requestShares.ts'
import { DEFAULT_CONNECTIONS, DEFAULT_STATE_MB } from '../settings.ts'
import { MAX_FAILURES } from '../http/attempts.ts'
import * as budgets from '../http/budgets.ts'
import { MAX_PLACES } from '../core/locks/queue.ts'
import { MAX_VALUES } from '../core/secrets/secrets.ts'
import { BYTES_AN_ENTERED, FREE_ENTERED, MAX_DEPTH } from '../texts/limits.ts'
import { MAX_EVENTS } from '../texts/eventRows.ts'
import { BATCH_SHARE } from '../core/updates/journal.ts'
import * as late from '../core/updates/lateEvidence.ts'
import { MAX_CALLS, MAX_CALLS_OF_ONE } from '../ui/leases/waitingCalls.ts'
import { LAST_BYTES } from '../adapters/textThreads/lane.ts'
import * as jobs from '../adapters/textThreads/jobQueue.ts'
import { MOST_MS, MOST_MS_A_MB } from '../adapters/textThreads/threads.ts'
import { MAX_ENTRIES } from '../texts/journalRows.ts'

const MIB = 1024 * 1024
const text = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const size = (bytes: number) => (bytes < MIB ? `${bytes / 1024} KiB` : `${bytes / MIB} MiB`)

describe('the documented limits', () => {
  it('match the code for each kind of body', () => {
    const settings = { maxBodyBytes: DEFAULT_STATE_MB * MIB }
    const kinds = (Object.keys(budgets.BUDGETS) as budgets.BudgetName[]).map((name) => {
      const { bytes, elements } = budgets.budgetNamed(name, settings)
      const isSet = budgets.budgetNamed(name, { maxBodyBytes: MIB * 100 }).bytes === MIB * 100
      return [name, size(bytes), number(elements), isSet ? '`HOLDFAST_MAX_STATE_MB`' : 'none']
    })
    const documented = rows.filter(({ length }) => length === 6).slice(1)
    expect(documented.map(([kind, , bytes, values, setting]) => [kind, bytes, values, setting])).toEqual(kinds)
  })

  it.each([
    ['Values in any body', [`one for ${budgets.BYTES_AN_ELEMENT} bytes`]],
    [
      `Values in a state entered as text in the console, beyond ${number(FREE_ENTERED)}`,
      [`one for ${BYTES_AN_ENTERED} bytes`],
    ],
    ['Nesting of objects and lists', [String(MAX_DEPTH)]],
    [
      `Decompressed size of a gzip, beyond ${size(budgets.FREE_INFLATED_BYTES)}`,
      [`${budgets.MAX_RATIO} times its size`],
    ],
    ['One gzip', [size(budgets.MAX_PACKED_BYTES)]],
    ['Journal entries', [`${number(MAX_ENTRIES)}, and a ${BATCH_SHARE}th of the largest state`]],
    ['Events in one batch', [number(MAX_EVENTS)]],
    ['Values in one batch', [number(MAX_VALUES)]],
    [
      `Bodies up to ${size(budgets.SMALL_BYTES)} in memory`,
      [`| ${size(budgets.SMALL_SHARE_BYTES)}; ${size(budgets.SMALL_IN_FLIGHT_BYTES)} |`],
    ],
    ['Larger bodies in memory, of one reader', [size(budgets.READER_SHARE_BYTES)]],
    ['One body of a reader', [size(budgets.READER_BODY_BYTES)]],
    [
      'Larger bodies in memory: of one operator',
      [
        `| ${size(DEFAULT_STATE_MB * MIB)}; ${size(DEFAULT_STATE_MB * MIB * budgets.LARGE_IN_FLIGHT_SHARE)}`,
        `${budgets.LARGE_IN_FLIGHT_SHARE} times`,
        `after waiting ${budgets.TURN_MS / 1000} s`,
      ],
    ],
    [
      'Gzips in memory',
      [
        `| ${size(budgets.READER_SHARE_BYTES)}; ${size(budgets.MAX_PACKED_BYTES)} |`,
        `after waiting ${budgets.TURN_MS / 1000} s`,
      ],
    ],
    ['Bodies without credentials', [size(budgets.ADDRESS_SHARE_BYTES)]],
    [
      'Calls of running updates in memory',
      [
        budgets.SMALL_IN_FLIGHT_BYTES,
        budgets.MAX_PACKED_BYTES,
        DEFAULT_STATE_MB * MIB * budgets.LARGE_IN_FLIGHT_SHARE,
      ].map(size),
    ],
    [
      'Time in which nothing',
      [`| ${budgets.STALLED_MS / 1000} s; in a running update ${budgets.LEASE_STALLED_MS / 1000} s |`],
    ],
    ['Rate at which', [`after ${budgets.STALLED_MS / 1000} s`, `${budgets.LEAST_RATE / 1024} KiB a second`]],
    ['Headers of a request', [`within ${HEADERS_MS / 1000} s`]],
    ['A whole request', [`${REQUEST_MS / 1000} s`]],
    ['Requests of one user', [`| ${MAX_REQUESTS_OF_ONE} |`]],
    [
      'Open connections',
      [
        `| ${number(DEFAULT_CONNECTIONS * ADDRESS_SHARE)}; ${number(DEFAULT_CONNECTIONS)} | \`HOLDFAST_MAX_CONNECTIONS\``,
      ],
    ],
    ['Wrong access tokens', [`| ${MAX_FAILURES['token.failed']} a minute`]],
    ['Failed sign-ins', [`| ${MAX_FAILURES['signin.failed']} a minute`]],
    [
      'Questions, plans, imports and bodies that wait',
      [`| ${jobs.MOST_OF_ONE}; ${jobs.MOST_OF_ALL}; ${size(jobs.MOST_BYTES)} |`],
    ],
    ['Time of one of them', [`| ${MOST_MS / 1000} s, and ${MOST_MS_A_MB / 1000} s for each MB`]],
    ['Clients in the queue', [`| ${MAX_PLACES} |`]],
    ['Calls that wait', [`| ${MAX_CALLS_OF_ONE}; ${MAX_CALLS} |`]],
    ['Late reports', [`| ${number(late.MAX_ROWS)}, and ${size(late.MAX_LENGTH)} |`]],
    ['Late events', [`| ${number(late.MAX_EVENTS)} |`]],
  ])('match the code: %s', (limit, expected) => {
    const row = rows.find(([name]) => name?.startsWith(limit))
    for (const words of expected) expect(row?.join(' | ')).toContain(words)
  })

  it('match the code for parsing between other requests', () => {
    expect(text).toContain(`beyond ${size(budgets.CHEAP.bytes)} or ${number(budgets.CHEAP.elements)} values`)
    expect(text).toContain(`Two texts of ${size(LAST_BYTES)} or more`)
    expect(budgets.FREE_ELEMENTS).toBe(1_000_000)
  })

  it('are linked from the readme', () => {
    expect(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')).toContain('(docs/limits.md)')
  })
})

it('only signing in and out work without authentication, and within the smallest limit', () => {
  const anonymous = Object.entries(api).filter(([, endpoint]) => budgets.budgetOfEndpoint(endpoint) === 'anonymous')
  expect(anonymous.map(([name]) => name)).toEqual(['signIn', 'signOut'])
})
