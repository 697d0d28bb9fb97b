import { describe, expect, it } from 'vitest'
import { LeaseVerdict } from '#contract/leases.ts'
import type { MaintenanceLock } from '#contract/locks.ts'
import { Scope, type Session } from '#contract/session.ts'
import { Health } from '#contract/stacks.ts'
import { sampleLease } from '#testing/samples/sampleLease.ts'
import { type Capability, type Circumstances, whyNot } from './whyNot.ts'

const names = { ada: 'Ada Lovelace' }
const lock: MaintenanceLock = {
  id: 'lock',
  stack: { org: 'acme', project: 'payments', stack: 'prod' },
  holder: { login: 'ada', tokenName: null },
  reason: 'Moving the database. ',
  since: 0,
  until: 1,
}

/** What can stand in the way, by what the console then says. */
const SENTENCES = {
  offline: 'The server has not been reached. The data shown is older; nothing can be saved until it is back.',
  reader: 'You can view stacks, but changing them needs the operator role. Ask an administrator of this server.',
  weakToken: 'This needs the scope operate; you have signed in with an access token of the scope preview.',
  held: 'Ada Lovelace holds the lease: nothing is written while someone may be at work.',
  lockedByAnother:
    'Ada Lovelace holds the stack for maintenance: Moving the database. No one else writes to it until then.',
  leased: 'Only a free stack is locked, and its lease is held.',
  locked: 'The stack is locked already.',
  noState: 'The stack has no state yet: nothing was deployed.',
  calm: 'Nothing is wrong with this stack.',
  keptSettings: 'This stack is kept in a connected backend. Change its name and tags with the pulumi CLI.',
  keptLock: 'This stack is kept in a connected backend, which has no maintenance locks.',
  keptRunLog: 'A self-managed backend keeps no events of a run: there is no log and no timeline.',
  keptWrite:
    'This stack is kept in a connected backend: Holdfast prepares the file and the command, and writes nothing there.',
} as const
type Obstacle = keyof typeof SENTENCES

/** What stands in the way of what, the first one first. Nothing else does. */
const OBSTACLES: Record<Capability, readonly Obstacle[]> = {
  examine: ['noState'],
  recover: ['calm'],
  change: ['keptSettings', 'reader', 'weakToken'],
  intervene: ['offline', 'reader', 'weakToken'],
  lock: ['keptLock', 'offline', 'reader', 'weakToken', 'leased', 'locked'],
  runLog: ['keptRunLog'],
  writeTwo: ['keptWrite'],
  write: ['offline', 'reader', 'weakToken', 'held', 'lockedByAnother'],
}

type Case = readonly [obstacles: readonly Obstacle[], circumstances: Circumstances]
const session = (role: Session['role'], scope: Session['scope']): Circumstances => ({ session: { role, scope } })
const lease = (verdict: LeaseVerdict): Circumstances => ({
  leaseCard: sampleLease({
    verdict,
    holder: { login: 'ada', tokenName: null },
    client: { ...sampleLease().client, ci: null },
  }),
})

/** All values of one circumstance, with the obstacles that each is. */
const DIMENSIONS: readonly (readonly Case[])[] = [
  [
    [[], { session: undefined }], // not known yet: the server decides
    [[], session('admin', 'admin')],
    [[], session('operator', 'operate')],
    [[], session('reader', 'operate')], // operator in one organization: the server decides in which
    [['reader'], session('reader', 'read')],
    [['weakToken'], session('admin', 'preview')],
    [['weakToken'], session('operator', 'preview')],
  ],
  [
    [[], { outage: undefined }],
    [['offline'], { outage: { since: undefined } }],
  ],
  [
    [[], { leaseCard: null }],
    [['leased'], lease('orphaned')],
    ...LeaseVerdict.exclude(['orphaned']).options.map((verdict): Case => [['held', 'leased'], lease(verdict)]),
  ],
  [
    [[], { lock: null }],
    [['locked'], { lock, lockIsMine: true }],
    [['locked', 'lockedByAnother'], { lock, lockIsMine: false }],
    [['locked', 'lockedByAnother'], { lock }],
  ],
  [
    [[], { version: 3 }],
    [['noState'], { version: 0 }],
  ],
  [
    [[], { elsewhere: null }],
    [['keptSettings', 'keptLock', 'keptRunLog', 'keptWrite'], { elsewhere: { kind: 's3' } }],
  ],
  Health.options.map((health): Case => [health === 'ok' || health === 'empty' ? ['calm'] : [], { health }]),
]

const ALL = DIMENSIONS.reduce<readonly Case[]>(
  (cases, values) =>
    cases.flatMap(([before, circumstances]) =>
      values.map(([obstacles, value]): Case => [[...before, ...obstacles], { ...circumstances, ...value }]),
    ),
  [[[], { names }]],
)

describe.each(Object.entries(OBSTACLES))('whether one may %s', (name, inTheWay) => {
  const capability = name as Capability // a key of the table

  it(`depends on ${inTheWay.join(', ')} and on nothing else, in every combination`, () => {
    for (const [obstacles, circumstances] of ALL) {
      const first = inTheWay.find((obstacle) => obstacles.includes(obstacle))
      expect(whyNot(capability, circumstances), obstacles.join(', ')).toBe(first && SENTENCES[first])
    }
  })

  it('is left to the server while nothing is known', () => {
    expect(whyNot(capability, {})).toBeUndefined()
  })
})

describe('the sentence', () => {
  it.each(Scope.options)('for a token of the scope %s names it, unless it is enough', (scope) => {
    const isEnough = scope === 'operate' || scope === 'admin'
    const said = whyNot('change', session('admin', scope))
    expect(said?.endsWith(`an access token of the scope ${scope}.`) ?? false).toBe(!isEnough)
  })

  it('for a reader names whom to ask: those who administrate the organization of the stack', () => {
    const administrators = [
      { name: 'Ada Lovelace', of: null },
      { name: 'Grace Hopper', of: ['acme'] },
    ]
    const asked = { ...session('reader', 'read'), administrators }
    expect(whyNot('change', asked)).toMatch(/ Ask Ada Lovelace \(administrator\)\.$/)
    expect(whyNot('change', { ...asked, ref: lock.stack })).toMatch(
      / Ask Ada Lovelace and Grace Hopper \(administrators\)\.$/,
    )
  })

  it('for an outage says since when', () => {
    const since = new Date(2026, 0, 5, 9, 7).getTime()
    expect(whyNot('intervene', { outage: { since } })).toMatch(/^The server has not been reached since 0?9:07/)
  })

  it('names the CI job that holds the lease, and a person without a name by the login', () => {
    const client = { ...sampleLease().client, ci: { system: 'GitHub Actions', build: '137', url: null } }
    expect(whyNot('write', { leaseCard: sampleLease({ verdict: 'alive', client }) })).toMatch(
      /^GitHub Actions 137 holds/,
    )
    expect(whyNot('write', lease('alive'))).toMatch(/^ada holds the lease/)
    expect(whyNot('write', { lock })).toMatch(/^ada holds the stack/)
  })
})
