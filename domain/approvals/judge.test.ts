import { describe, expect, it } from 'vitest'
import { ApprovalRule } from '#contract/approvals.ts'
import { judgeSteps } from './judge.ts'
import { notesOn, unsatisfiable } from './notes.ts'
import { readyMadeRules } from './readyMade.ts'
import { type Approver, mayAllow, whyNotDecide } from './rights.ts'
import { anyMatches, type JudgedRun, rulesForRun, timeMatcher } from './runRules.ts'
import { factsOf, liveUrnsOf, NONE_KNOWN, protectedUrnsOf, stepDigest, stepOf } from './steps.ts'
import { awaitingReason } from './awaiting.ts'
import { refusedText, ruleSentence, waitingText } from './words.ts'

const RDS = 'aws:rds/instance:Instance'
const urn = (name: string, type = RDS) => `urn:pulumi:prod::shop::${type}::${name}`
const run: JudgedRun = {
  org: 'acme',
  project: 'shop',
  stack: 'prod',
  tags: { environment: 'production' },
  kind: 'update',
  login: 'ada',
  role: 'operator',
  tokenNames: ['ci job', 'ci'],
  by: 'person',
  resources: 200,
}
const rule = (more: object): ApprovalRule =>
  ApprovalRule.parse({ id: 'r', name: 'r', what: { steps: ['delete'] }, action: { kind: 'refuse' }, ...more })
const step = (kind: 'create' | 'delete' | 'replace' = 'delete', name = 'db', type = RDS, protect = false) =>
  factsOf({ urn: urn(name, type), type, protect }, kind)
const MONDAY = Date.UTC(2026, 0, 5, 12)

const verdictsOf = (rules: ApprovalRule[], steps = [step()], now = MONDAY, about = run) =>
  judgeSteps(rulesForRun(rules, about), steps, { counts: {}, now, isAllowed: () => false }).verdicts.map(
    ({ verdict }) => verdict.kind,
  )

describe('a rule applies to a step', () => {
  it.each<[string, object, boolean]>([
    ['of its kind', {}, true],
    ['of another kind', { what: { steps: ['create'] } }, false],
    ['in its organization', { where: { orgs: ['ac*'] } }, true],
    ['in another organization', { where: { orgs: ['other'] } }, false],
    ['in its project and stack', { where: { projects: ['shop'], stacks: ['p*d'] } }, true],
    ['in another stack', { where: { stacks: ['dev'] } }, false],
    ['of a tagged stack', { where: { tags: { environment: 'prod*' } } }, true],
    ['of a stack with another value', { where: { tags: { environment: 'dev' } } }, false],
    ['of a stack without the tag', { where: { tags: { team: '*' } } }, false],
    ['by its user', { who: { users: ['a*'] } }, true],
    ['by another user', { who: { users: ['bob'] } }, false],
    ['by its role', { who: { roles: ['operator'] } }, true],
    ['by another role', { who: { roles: ['admin'] } }, false],
    ['with its token', { who: { tokens: ['ci'] } }, true],
    ['with another token', { who: { tokens: ['laptop'] } }, false],
    ['by a person', { who: { by: ['person'] } }, true],
    ['not by an agent', { who: { by: ['agent', 'ci'] } }, false],
    ['in its command', { what: { steps: ['delete'], runs: ['update'] } }, true],
    ['in another command', { what: { steps: ['delete'], runs: ['destroy'] } }, false],
    ['of its type', { what: { steps: ['delete'], types: ['aws:rds/*'] } }, true],
    ['of another type', { what: { steps: ['delete'], types: ['gcp:*'] } }, false],
    ['on its URN', { what: { steps: ['delete'], urns: ['*::db'] } }, true],
    ['on another URN', { what: { steps: ['delete'], urns: ['*::web'] } }, false],
    ['that loses data', { what: { steps: ['delete'], holdsData: true } }, true],
    ['on an unprotected resource', { what: { steps: ['delete'], isProtected: true } }, false],
    ['at its time', { when: { days: [1], from: '10:00', to: '13:00' } }, true],
    ['at another time', { when: { days: [1], from: '13:00' } }, false],
    ['while it is on', { isOn: false }, false],
  ])('%s', (_, more, applies) => {
    expect(verdictsOf([rule(more)])).toEqual([applies ? 'refuse' : 'pass'])
  })

  it('of a type that holds no data only if it does not ask for that', () => {
    const web = step('delete', 'web', 'aws:ec2/instance:Instance')
    expect(verdictsOf([rule({ what: { steps: ['delete'], holdsData: true } })], [web])).toEqual(['pass'])
    expect(
      verdictsOf([rule({ what: { steps: ['delete'], isProtected: true } })], [step('delete', 'db', RDS, true)]),
    ).toEqual(['refuse'])
  })
})

it('rules that may match are remembered by kind and type, and still asked about each URN', () => {
  const rules = rulesForRun(
    [
      rule({ what: { steps: ['replace'], urns: ['*::a'], holdsData: true } }),
      rule({ id: 'p', what: { steps: ['update'], isProtected: true } }),
    ],
    run,
  )
  const any = anyMatches(rules)
  const steps = [true, false].flatMap((isProtected) =>
    (['create', 'delete', 'replace', 'update'] as const).flatMap((kind) =>
      [RDS, 'aws:ec2/instance:Instance'].flatMap((type) =>
        ['a', 'b'].flatMap((name) => {
          const one = factsOf({ urn: urn(name, type), type, protect: isProtected }, kind)
          return [one, { ...one, mayReplace: true }, one]
        }),
      ),
    ),
  )
  for (const each of steps) expect(any(each)).toBe(rules.some(({ matches }) => matches(each)))
  expect(new Set(steps.map(any))).toEqual(new Set([true, false]))
})

describe('rules that count', () => {
  const steps = [step('delete', 'a'), step('create', 'b'), step('delete', 'c'), step('delete', 'd')]

  it('stop the steps after so many, and none of another kind', () => {
    expect(verdictsOf([rule({ moreThan: { count: 1, of: 'steps' } })], steps)).toEqual([
      'pass',
      'pass',
      'refuse',
      'refuse',
    ])
  })

  it('count percent of the resources at the start', () => {
    const percent = rule({ moreThan: { count: 50, of: 'percent' } })
    expect(verdictsOf([percent], steps, MONDAY, { ...run, resources: 5 })).toEqual(['pass', 'pass', 'pass', 'refuse'])
  })

  it('ask about the rest of the run', () => {
    const many = rule({ moreThan: { count: 0, of: 'steps' }, action: { kind: 'hold' } })
    const { verdicts } = judgeSteps(rulesForRun([many], run), steps, {
      counts: {},
      now: MONDAY,
      isAllowed: () => false,
    })
    expect(verdicts[0]?.verdict).toMatchObject({ kind: 'hold', of: 'run' })
  })
})

describe('several rules', () => {
  const hold = (id: string, more: object = {}) => rule({ id, action: { kind: 'hold', ...more } })

  it('refuse before they hold', () => {
    expect(verdictsOf([hold('a'), rule({ id: 'b' })])).toEqual(['refuse'])
  })

  it('that hold ask for the strictest of each demand', () => {
    const rules = [
      hold('a', { persons: 2, minutes: 60, ownRuns: true }),
      hold('b', { role: 'admin', minutes: 10, keptMinutes: 5, ownRuns: true }),
      hold('c'),
    ]
    const { verdicts } = judgeSteps(rulesForRun(rules, run), [step()], {
      counts: {},
      now: MONDAY,
      isAllowed: () => false,
    })
    expect(verdicts[0]?.verdict).toMatchObject({
      kind: 'hold',
      demand: { persons: 2, role: 'admin', minutes: 10, keptMinutes: 5, ownRuns: false },
    })
  })

  it('are each satisfied by an approval of its own', () => {
    const rules = rulesForRun([hold('a'), hold('b')], run)
    const judged = judgeSteps(rules, [step()], { counts: {}, now: MONDAY, isAllowed: ({ id }) => id === 'a' })
    expect(judged.verdicts[0]?.verdict).toMatchObject({ kind: 'hold', rules: [{ id: 'b' }] })
  })
})

it.each([
  ['Friday at 16:00 in Berlin, in winter', Date.UTC(2026, 0, 9, 15), true],
  ['a minute earlier', Date.UTC(2026, 0, 9, 14, 59), false],
  ['Saturday after midnight', Date.UTC(2026, 0, 10, 0, 30), true],
  ['Saturday at 02:00', Date.UTC(2026, 0, 10, 1), false],
  ['Friday after midnight', Date.UTC(2026, 0, 9, 0, 30), false],
])('a span over midnight belongs to the day on which it starts: %s', (_, at, expected) => {
  expect(timeMatcher({ days: [5], from: '16:00', to: '02:00', zone: 'Europe/Berlin' })(at)).toBe(expected)
})

describe('a reported step', () => {
  const resource = { urn: urn('db'), type: RDS, custom: true, inputs: { size: 1 } }
  const begin = (type: string, more: object = {}) => ({
    kind: 0,
    sequenceID: 1,
    operationID: 1,
    operation: { type, resource: { ...resource, ...more } },
  })
  const live = liveUrnsOf([resource, { ...resource, urn: urn('old'), delete: true }])
  const kindOf = (type: string, more: object = {}) =>
    stepOf(begin(type, more), { ...NONE_KNOWN, isLive: (one) => live.has(one) })?.step

  it.each([
    ['an update', 'updating', {}, 'update'],
    ['a delete', 'deleting', {}, 'delete'],
    ['an import', 'importing', {}, 'import'],
    ['the read of an external resource', 'reading', { external: true }, 'read'],
    ['a create', 'creating', { urn: urn('new') }, 'create'],
    ['a create under the URN of an old object', 'creating', { urn: urn('old') }, 'create'],
    ['a create in place of a live object', 'creating', {}, 'replace'],
    ['a create in place of one with another URN', 'creating', { urn: urn('new'), aliases: [urn('db')] }, 'replace'],
    ['a delete before a replacement', 'deleting', { pendingReplacement: true }, 'replace'],
    ['a delete after a replacement', 'deleting', { delete: true }, 'replace'],
    ['a component', 'deleting', { custom: false }, undefined],
    ['a provider', 'creating', { type: 'pulumi:providers:aws' }, undefined],
    ['a resource that is only removed from the state', 'deleting', { retainOnDelete: true }, undefined],
    ['a resource of others', 'deleting', { external: true }, undefined],
    ['a kind of a newer client', 'polishing', {}, undefined],
  ])('is of its kind: %s', (_, type, more, expected) => {
    expect(kindOf(type, more)).toBe(expected)
  })

  it.each<[string, string, object, boolean]>([
    ['of a resource that is protected from now on', 'updating', { urn: urn('db'), protect: true }, true],
    ['of one that takes its protection off', 'updating', { urn: urn('safe'), protect: false }, true],
    ['of one that does so under another name', 'updating', { urn: urn('new'), aliases: [urn('safe')] }, true],
    ['of one that was and is not protected', 'updating', { urn: urn('db') }, false],
    ['that deletes an old object of a protected one', 'deleting', { urn: urn('safe'), delete: true }, false],
    ['of one whose old object was protected', 'updating', { urn: urn('old') }, false],
  ])('is about a protected resource before or after it: %s', (_, type, more, expected) => {
    const guarded = protectedUrnsOf([
      { ...resource, urn: urn('safe'), protect: true },
      { ...resource, urn: urn('old'), protect: true, delete: true },
      resource,
    ])
    const known = { ...NONE_KNOWN, isProtected: (one: string) => guarded.has(one) }
    expect(stepOf(begin(type, more), known)?.isProtected).toBe(expected)
  })

  it('is the same later if its inputs are, whatever the order of keys and the encryption of secrets', () => {
    const digest = (inputs: object) => {
      const found = stepOf(begin('updating', { inputs }), NONE_KNOWN)
      return found && stepDigest(found)
    }
    const secret = (ciphertext: string) => ({
      '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
      ciphertext,
    })
    expect(digest({ a: 1, b: secret('x') })).toBe(digest({ b: secret('y'), a: 1 }))
    expect(digest({ a: 1 })).not.toBe(digest({ a: 2 }))
  })

  it('is another delete if another object was made under the same name', () => {
    const digest = (id: string) => {
      const found = stepOf(begin('deleting', { id, inputs: { a: id } }), { ...NONE_KNOWN, isLive: () => true })
      return found && stepDigest(found)
    }
    expect(digest('db-1')).toBe(digest('db-1'))
    expect(digest('db-1')).not.toBe(digest('db-2'))
  })
})

describe('who may decide', () => {
  const facts = {
    allow: true,
    status: 'waiting',
    isRefusal: false,
    isTooLate: false,
    isMissingRight: false,
    role: 'operator',
    isOwn: false,
    ownRuns: false,
    isByToken: false,
    isTokenOfRun: false,
    hasAllowed: false,
  } as const
  it.each<[object, RegExp | null]>([
    [{}, null],
    [{ isByToken: true }, null],
    [{ status: 'timedOut' }, null],
    [{ status: 'ended' }, null],
    [{ isOwn: true, ownRuns: true }, null],
    [{ isOwn: true }, /own run/],
    [{ isOwn: true, ownRuns: true, isByToken: true }, /in a browser/],
    [{ isTokenOfRun: true, ownRuns: true }, /access token that runs/],
    [{ isMissingRight: true, role: 'admin' }, /Only administrators/],
    [{ status: 'allowed' }, /has been decided/],
    [{ status: 'refused' }, /has been decided/],
    [{ status: 'withdrawn' }, /No rule/],
    [{ isRefusal: true, status: 'refused' }, /nobody can/],
    [{ isTooLate: true, status: 'timedOut' }, /too late/],
    [{ hasAllowed: true }, /others have to/],
    [{ hasAllowed: true, allow: false }, null],
    [{ status: 'timedOut', allow: false }, /nothing is left to refuse/],
  ])('%o', (more, expected) => {
    expect(whyNotDecide({ ...facts, ...more }) ?? 'nothing').toMatch(expected ?? /^nothing$/)
  })

  it('is a role at least as high as asked', () => {
    expect([mayAllow('operator', 'operator'), mayAllow('admin', 'operator'), mayAllow('admin', 'admin')]).toEqual([
      true,
      true,
      true,
    ])
    expect([mayAllow('reader', 'operator'), mayAllow('none', 'operator'), mayAllow('operator', 'admin')]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('the check of rules before they are saved', () => {
  const user = (login: string, role: Approver['role'], roles: Approver['roles'] = {}): Approver => ({
    login,
    role,
    roles,
  })
  const hold = (more: object, rest: object = {}) => rule({ action: { kind: 'hold', ...more }, ...rest })

  it.each([
    ['one of two operators is asked', hold({}), [user('a', 'operator'), user('b', 'operator')], true],
    ['the only user is asked about others', hold({}), [user('a', 'admin')], false],
    ['the only user is asked about their own', hold({ ownRuns: true }), [user('a', 'admin')], true],
    [
      'two administrators are asked, and there is one',
      hold({ persons: 2, role: 'admin' }),
      [user('a', 'admin'), user('b', 'operator')],
      false,
    ],
    [
      'an administrator is asked about an operator',
      hold({ role: 'admin' }),
      [user('a', 'admin'), user('b', 'operator')],
      true,
    ],
    [
      'an operator of the organization is asked',
      hold({}, { where: { orgs: ['acme'] } }),
      [user('a', 'reader', { acme: 'operator' }), user('b', 'reader', { acme: 'admin' })],
      true,
    ],
    [
      'an operator of another organization is asked',
      hold({}, { where: { orgs: ['acme'] } }),
      [user('a', 'reader', { other: 'operator' }), user('b', 'reader')],
      false,
    ],
  ])('tells whether anyone could allow a step: %s', (_, one, users, isPossible) => {
    expect(unsatisfiable([one], users) === undefined).toBe(isPossible)
  })

  it.each([
    [
      'everything',
      { what: { steps: ['create', 'update', 'replace', 'delete', 'import', 'read'] } },
      /every step of every update/,
    ],
    ['no type', { what: { steps: ['delete'], types: ['Instance'] } }, /is not a type/],
    [
      'nothing',
      { what: { steps: ['delete'], types: ['aws:ec2/instance:Instance'], holdsData: true } },
      /none of its types holds data/,
    ],
    ['a refresh', { what: { steps: ['delete'], runs: ['refresh'] } }, /a refresh only reads/],
  ])('says that a rule names %s', (_, more, note) => {
    expect(
      notesOn([rule(more)], [])
        .map((one) => one.note)
        .join(' '),
    ).toMatch(note)
  })

  it('finds nothing to note about the ready-made rules, which say what they do', () => {
    const rules = readyMadeRules({ isAlone: false, zone: 'Europe/Berlin' })
    expect(notesOn(rules, [user('a', 'operator'), user('b', 'operator')])).toEqual([])
    expect(rules.map(ruleSentence)).toEqual([
      'Deletes and replacements of resources that hold data wait for an operator, for up to 30 minutes.',
      'Deletes after 20 in one run wait for an operator, once for each run, for up to 30 minutes.',
      'Deletes in the command destroy in stacks tagged environment=prod* wait for an operator, once for each run, for up to 30 minutes.',
      'Deletes and replacements by clients that say they are agents are refused.',
      'Creates, updates, replacements, deletes and imports on Friday from 16:00 to 24:00 (Europe/Berlin) are refused.',
    ])
  })
})

it('the error of many refused steps names the first ones', () => {
  const one = {
    step: 'delete',
    type: RDS,
    rule: 'r',
    because: 'rule',
    by: null,
    reason: '',
    limitMs: 0,
    keptMinutes: 0,
  } as const
  const steps = Array.from({ length: 7 }, (_, index) => ({ ...one, urn: urn(`db${index}`) }))
  const text = refusedText(steps, { others: 2, ended: 0 }, 'https://h/x')
  expect(text).toContain(`"r" does not allow deleting db0 (${RDS})`)
  expect(text).toContain('and 2 more steps. 2 other steps of the same batch were not started either. https://h/x')
})

it('the error names what is saved although the client calls it failed', () => {
  const one = { step: 'delete', type: RDS, rule: 'r', because: 'rule', by: null, reason: '' } as const
  const step = { ...one, urn: urn('db'), limitMs: 0, keptMinutes: 0 }
  expect(refusedText([step], { others: 0, ended: 2 }, 'https://h/x')).toBe(
    `Holdfast: "r" does not allow deleting db (${RDS}). What 2 other steps had done by then is saved, even if they are shown as failed. https://h/x`,
  )
})

it('a waiting client says whom it waits for, how long, and until when', () => {
  const waits = { since: 0, until: 1_800_000, steps: 2, persons: 1, role: 'operator' } as const
  expect(waitingText(awaitingReason(waits), { sinceMs: 336_000, leftMs: 1_464_000 }, 'https://h/x')).toBe(
    '2 steps wait for an operator. Waiting for 5m 36s; refused in 24m 24s if nobody decides. Allow or refuse: https://h/x',
  )
})
