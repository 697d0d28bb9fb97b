import { describe, expect, it } from 'vitest'
import type { StackSummary } from '#contract/stacks.ts'
import type { LeaseVerdict } from '#contract/leases.ts'
import { groupByCause, sharedCause, sharedLeaseCause } from './sharedCause.ts'

const NOON = Date.UTC(2026, 0, 17, 12)
const MINUTE = 60_000

type Stack = Pick<StackSummary, 'health' | 'healthReason' | 'lease'> & { name: string }
type Group = [Stack, ...Stack[]]

const lost = (name: string, verdict: LeaseVerdict, at: number): Stack => ({
  name,
  health: verdict === 'orphaned' ? 'orphaned' : verdict === 'notProgressing' ? 'notProgressing' : 'notResponding',
  healthReason: '',
  lease: { updateId: name, holder: 'ada', verdict, since: at - 5 * MINUTE, expiresAt: at },
})
const failed = (name: string, healthReason: string): Stack => ({ name, health: 'failed', healthReason, lease: null })

const names = (stacks: Stack[]) => groupByCause(stacks).map((group) => group.map(({ name }) => name).join(' '))

describe('stacks that need attention', () => {
  it('are one group if their leases were lost within two minutes of each other, in the order of the list', () => {
    const stacks = [
      lost('b', 'orphaned', NOON + MINUTE),
      lost('earlier', 'orphaned', NOON - 10 * MINUTE),
      lost('a', 'orphaned', NOON),
      lost('c', 'orphaned', NOON + 3 * MINUTE),
      lost('other', 'notResponding', NOON),
    ]
    expect(names(stacks)).toEqual(['b a c', 'earlier', 'other'])
    expect(sharedCause([stacks[0], stacks[2], stacks[3]] as Group, NOON + MINUTE)).toBe(
      '3 updates were interrupted between 12:00 and 12:03: probably one cause, such as a runner or the network.',
    )
  })

  it('are apart where there are two alike, or one verdict differs', () => {
    expect(names([lost('a', 'disconnected', NOON), lost('b', 'disconnected', NOON)])).toEqual(['a', 'b'])
    expect(
      names([lost('a', 'disconnected', NOON), lost('b', 'notResponding', NOON), lost('c', 'disconnected', NOON)]),
    ).toEqual(['a', 'b', 'c'])
  })

  it('have one cause as leases if all of these were lost within two minutes of each other, three or more', () => {
    const lease = (verdict: LeaseVerdict, at: number) => ({ verdict, since: at - 5 * MINUTE, expiresAt: at })
    const three = [NOON, NOON + MINUTE, NOON].map((at) => lease('disconnected', at))
    expect(sharedLeaseCause(three, NOON)).toBe(
      '3 clients disconnected, and the leases expire between 12:00 and 12:01: probably one cause, such as a runner or the network.',
    )
    expect(sharedLeaseCause([...three, lease('disconnected', NOON + 10 * MINUTE)], NOON)).toBeUndefined()
    expect(sharedLeaseCause(three.slice(1), NOON)).toBeUndefined()
    expect(
      sharedLeaseCause(
        [NOON, NOON, NOON].map((at) => lease('alive', at)),
        NOON,
      ),
    ).toBeUndefined()
  })

  it('are one group if they failed with the same error, whatever its resource, names and numbers are', () => {
    const stacks = [
      failed('a', 'exports: error creating S3 Bucket (acme-exports): Throttling, request 4711'),
      failed('b', 'Access denied'),
      failed('c', 'logs: error creating S3 Bucket (acme-logs): Throttling, request 12'),
      failed('d', 'error creating S3 Bucket ("x"): Throttling, request 9'),
    ]
    expect(names(stacks)).toEqual(['a c d', 'b'])
    expect(sharedCause(stacks.slice(0, 1) as Group, NOON)).toBe(`The same error: ${stacks[0]?.healthReason}`)
  })

  it('are never grouped for resources at risk or unknown outcomes: each is a question of its own', () => {
    const risks = ['a', 'b', 'c'].map((name): Stack => ({ ...failed(name, 'same'), health: 'alarm' }))
    expect(names(risks)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['notResponding', '3 clients stopped responding, and the leases expire at 12:00'],
    ['disconnected', '3 clients disconnected, and the leases expire at 12:00'],
    ['notProgressing', '3 updates that started at 11:55 make no progress'],
  ] as const)('say what they have in common: %s', (verdict, sentence) => {
    const stacks = ['a', 'b', 'c'].map((name) => lost(name, verdict, NOON))
    expect(sharedCause(stacks as Group, NOON)).toContain(`${sentence}: probably one cause`)
  })
})
