import { describe, expect, it } from 'vitest'
import { leaseVerdict, type LeaseFacts, stalledBy } from './lease.ts'
import { verdictReason } from './leaseWords.ts'

const NOT_PROGRESSING_AFTER_S = 900
const START = 1_000_000_000
const at = (seconds: number) => START + seconds * 1000

/** An update started at 0 s, with the last renewal and the last write at the given seconds. */
const running = ({ renewed = 0, worked = 0, putOff = 0, closed = -1 }): LeaseFacts => ({
  status: 'running',
  endReason: null,
  resolvedAt: null,
  lease: { grantedAt: at(0), renewedAt: at(renewed), expiresAt: at(renewed + 300 + putOff), durationS: 300 },
  lastWriteAt: null,
  lastEventAt: worked === 0 ? null : at(worked),
  startedAt: at(0),
  disconnected: closed < 0 ? null : { at: at(closed), lastCallAt: at(closed - 3) },
})

describe('the verdict on a held lease', () => {
  it.each([
    ['alive', 'right after the start', running({}), 0],
    ['alive', 'while a renewal is not overdue', running({}), 200],
    ['notResponding', 'a second later', running({}), 201],
    ['notResponding', 'until the lease has run out', running({}), 299],
    ['notResponding', 'between expiry and its closing', running({}), 304],
    ['alive', 'again after a renewal', running({ renewed: 250 }), 450],
    ['alive', 'just before 15 minutes without work', running({ renewed: 800 }), 899],
    ['notProgressing', 'after 15 minutes without work: renewals do not count', running({ renewed: 800 }), 900],
    ['alive', 'when events came meanwhile', running({ renewed: 800, worked: 100 }), 900],
    ['notResponding', 'rather than not progressing, when both hold', running({ renewed: 800 }), 1010],
    ['alive', 'after an absence of the server, whose end counts as a renewal', running({ putOff: 600 }), 700],
    ['notResponding', 'when the client did not come back after it', running({ putOff: 600 }), 801],
    ['disconnected', 'as soon as the client closed all its connections', running({ closed: 20 }), 20],
    ['disconnected', 'rather than not responding or not progressing', running({ closed: 20 }), 290],
    ['notResponding', 'when the lease has run out all the same', running({ closed: 20 }), 300],
    ['alive', 'once that client has renewed', running({ closed: 20, renewed: 30 }), 40],
    ['alive', 'once that client has sent events', running({ closed: 20, worked: 21 }), 40],
  ] as const)('is %s %s', (verdict, _, facts, now) => {
    expect(leaseVerdict(facts, at(now), NOT_PROGRESSING_AFTER_S)?.verdict).toBe(verdict)
  })

  it('counts a write as activity', () => {
    const facts = { ...running({ renewed: 800 }), lastWriteAt: at(500) }
    expect(leaseVerdict(facts, at(900), NOT_PROGRESSING_AFTER_S)?.verdict).toBe('alive')
  })

  it('gives its reason', () => {
    const reason = (facts: LeaseFacts, now: number) => {
      const judged = leaseVerdict(facts, at(now), NOT_PROGRESSING_AFTER_S)
      return judged && verdictReason(judged)
    }
    expect(reason(running({}), 42)).toBe('Its first renewal is still to come.')
    expect(reason(running({}), 141)).toBe('Its first renewal is still to come.')
    expect(reason(running({ renewed: 100 }), 142)).toBe('Renewing on schedule.')
    expect(reason(running({ renewed: 100 }), 340)).toMatch(/^Renewal overdue/)
    expect(reason(running({ renewed: 100 }), 401)).toMatch(/^The lease has expired/)
    expect(reason(running({ putOff: 600 }), 700)).toMatch(/^The server was down itself/)
    expect(reason({ ...running({ closed: 20 }), disconnected: { at: at(20), lastCallAt: at(20) } }, 21)).toMatch(
      /right after its last call/,
    )
    const expired = { status: 'failed', endReason: 'expiry' }
    expect(reason({ ...running({ renewed: 100 }), ...expired }, 500)).toMatch(/^The CLI stopped renewing the lease/)
    expect(reason({ ...running({}), ...expired }, 400)).toMatch(/^The CLI never renewed the lease/)
    expect(reason(running({ closed: 20 }), 21)).toBe(
      'The CLI disconnected 3s after its last call: it has probably died.',
    )
    expect(reason(running({ renewed: 900 }), 1000)).toBe('Renewing on schedule, but no progress for over 15m.')
  })
})

describe('the verdict on an update that ended', () => {
  const ended = { ...running({}), status: 'failed', endReason: 'expiry' }

  it('is orphaned when the server closed it', () => {
    expect(leaseVerdict(ended, at(10_000), NOT_PROGRESSING_AFTER_S)?.verdict).toBe('orphaned')
  })

  it.each([
    ['was resolved', { ...ended, resolvedAt: at(400) }],
    ['was completed by its client', { ...ended, endReason: 'complete' }],
    ['was cancelled', { ...ended, status: 'cancelled', endReason: 'cancel' }],
    ['never had a lease', { ...running({}), lease: null }],
  ])('is none when it %s', (_, facts) => {
    expect(leaseVerdict(facts, at(10_000), NOT_PROGRESSING_AFTER_S)).toBeUndefined()
  })
})

describe('a run is stalled', () => {
  it.each([
    ['by the verdict on it', { status: 'running', verdict: 'notResponding' }, 'notResponding'],
    ['by nothing while it works', { status: 'running', verdict: 'alive' }, undefined],
    ['by nothing once it has ended', { status: 'failed', verdict: 'orphaned', isWaiting: true }, undefined],
    ['by an approval of its record, without a verdict', { status: 'running', isWaiting: true }, 'awaitingApproval'],
    [
      'by one that a working client waits for',
      { status: 'running', verdict: 'alive', isWaiting: true },
      'awaitingApproval',
    ],
    [
      'by its client rather than by that',
      { status: 'running', verdict: 'disconnected', isWaiting: true },
      'disconnected',
    ],
  ] as const)('%s', (_, run, by) => {
    expect(stalledBy(run)).toBe(by)
  })
})
