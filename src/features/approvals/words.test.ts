import { describe, expect, it } from 'vitest'
import type { Approval } from '#contract/approvals.ts'
import { sampleApproval, sampleDecision } from '#testing/samples/sampleApproval.ts'
import { losses } from './losses.ts'
import {
  allSteps,
  briefText,
  decidedText,
  decisionText,
  demandText,
  effects,
  isLate,
  lateText,
  outcomeText,
  question,
  reachText,
  shareText,
  whyNone,
  whyNotAll,
} from './words.ts'

const ONE = sampleApproval()
const TWO = sampleApproval({ persons: 2, role: 'admin' })
const ALLOWED = sampleApproval({ status: 'allowed' })
const HALF = sampleApproval({ persons: 2, role: 'admin', decisions: [sampleDecision('ada')] })
const ofName = (name: string, rest = {}) => sampleApproval({ id: name, name, ...rest })
const MANY = [ofName('a'), ofName('b'), ofName('c'), ofName('logs', { step: 'replace' })]

describe('the question', () => {
  it.each([
    [[ONE], 'Update 12 wants to delete orders-db'],
    [MANY, 'Update 12 wants to delete 3 resources and replace logs'],
    [[sampleApproval({ runKind: 'destroy', version: 3 })], 'Destroy 3 wants to delete orders-db'],
    [[sampleApproval({ status: 'timedOut' })], 'Update 12 wanted to delete orders-db'],
  ])('names few resources and counts many: %#', (approvals, text) => expect(question(approvals)).toBe(text))
})

const FAILS = 'Update 12 fails with your reason, and stops unless it was started with --continue-on-error.'
const NONE = `None of the 4 steps runs. ${FAILS}`

describe('what the buttons do', () => {
  it.each([
    ['one step', [ONE], 'Update 12 deletes orders-db now. Its data may be lost.', `It is not deleted. ${FAILS}`],
    [
      'several',
      MANY,
      'Update 12 deletes a, b and c and replaces logs now. All 4 resources hold data, which may be lost.',
      NONE,
    ],
    [
      'a step that more have to allow',
      [TWO],
      'Update 12 deletes orders-db as soon as 1 administrator more has allowed it. Its data may be lost.',
      `It is not deleted. ${FAILS}`,
    ],
    [
      'the rest of a run',
      [sampleApproval({ of: 'run' })],
      'Update 12 deletes orders-db now, and goes on without asking again. Its data may be lost.',
      `It is not deleted. ${FAILS}`,
    ],
    [
      'a step of a run that is over',
      [sampleApproval({ status: 'ended' })],
      'The next run deletes orders-db without asking again.',
      undefined,
    ],
  ])('of %s', (_, approvals, allow, refuse) =>
    expect(effects(approvals, approvals, { lost: losses(approvals) })).toEqual({ allow, refuse }),
  )

  it.each([
    [
      'one of several',
      MANY.slice(0, 1),
      'Update 12 deletes a as soon as the 3 others are allowed, too. Its data may be lost.',
    ],
    [
      'all but one of several',
      MANY.slice(0, 3),
      'Update 12 deletes a, b and c as soon as the other one is allowed, too. All 3 resources hold data, which may be lost.',
    ],
    [
      'one of several that more have to allow',
      [ofName('a', { persons: 2 })],
      'Update 12 deletes a as soon as 1 operator more has allowed it and the 3 others are allowed, too. Its data may be lost.',
    ],
  ])('of %s, which have one answer', (_, some, allow) =>
    expect(effects(some, MANY, { lost: losses(some) })).toEqual({ allow, refuse: NONE }),
  )

  it('while none is chosen: a refusal needs no choice', () => {
    const allow = 'Choose the steps above. None runs until all 4 are allowed.'
    expect(effects([], MANY)).toEqual({ allow, refuse: NONE })
    const late = MANY.map((one) => ({ ...one, status: 'ended' as const }))
    expect(effects([], late)).toEqual({ allow: 'Choose the steps above.', refuse: undefined })
  })

  it.each([
    [MANY.slice(0, 2), 2, 'a and b now, and runs the 2 steps already', 'None of the 4 steps runs, not even the 2'],
    [MANY.slice(0, 2), 1, 'a and b now, and runs the step already', 'None of the 3 steps runs, not even the one'],
    [MANY.slice(0, 1), 1, 'a now, and runs the step already', 'Neither step runs, not even the one'],
  ])('says what becomes of those that are allowed already: %#', (rest, ready, allow, refuse) =>
    expect(effects(rest, rest, { ready })).toEqual({
      allow: `Update 12 deletes ${allow} allowed.`,
      refuse: `${refuse} already allowed. ${FAILS}`,
    }),
  )

  it('says both of two', () => {
    const two = MANY.slice(0, 2)
    expect(effects([], two).allow).toBe('Choose the steps above. Neither runs until both are allowed.')
    expect(effects(two, two, { lost: 2 }).allow).toMatch(/now\. Both resources hold data, which may be lost\.$/)
    expect([allSteps(2), allSteps(4)]).toEqual(['both steps', 'all 4 steps'])
  })

  const DELETES = MANY.slice(0, 3)
  const LATE = DELETES.map((one) => ({ ...one, status: 'ended' as const }))
  it.each([
    ['some of a batch: nothing runs yet', [MANY[0]], MANY, {}, 'Nothing runs until all 4 are allowed.'],
    ['some deletes', [DELETES[0]], DELETES, { lost: 1 }, 'Nothing is deleted until all 3 are allowed.'],
    ['some of those left', [DELETES[0]], DELETES, { ready: 2 }, 'Nothing is deleted until all 5 are allowed.'],
    ['all of several: their data is named above', MANY, MANY, { lost: 4 }, ''],
    ['one step', [ONE], [ONE], { lost: 1 }, 'Its data may be lost.'],
    ['one step without data', [ONE], [ONE], {}, ''],
    ['for the next run', LATE.slice(1), LATE, { lost: 2 }, 'Both resources hold data, which may be lost.'],
  ])('in a few words, %s', (_, some, all, facts, text) => expect(briefText(some as Approval[], all, facts)).toBe(text))

  it.each([
    [true, true, 'Choose steps to allow, or enter a reason to refuse.'],
    [true, false, 'Choose steps to allow.'],
    [false, true, 'Enter a reason to refuse.'],
    [false, false, ''],
  ])('while none is chosen, what the buttons need: %s, %s', (choice, reason, text) =>
    expect(briefText([], MANY, { needs: { choice, reason } })).toBe(text),
  )
})

describe('why steps cannot be decided', () => {
  const ALLOWED_IT = 'You have allowed it, and may still refuse it; others have to allow it, too.'
  const open = ofName('a')
  const given = ofName('b', { whyNotAllow: ALLOWED_IT })
  it.each([
    ['nothing, of steps that can', [open, open], undefined],
    ['what all say', [given, given], ALLOWED_IT],
    ['what one says, with its name', [open, given], `b: ${ALLOWED_IT}`],
  ])('is %s', (_, steps, why) => expect(whyNotAll(steps, 'whyNotAllow')).toBe(why))

  it('is said for each button: one who allowed a step may still refuse it', () => {
    expect(whyNotAll([given], 'whyNotRefuse')).toBeUndefined()
    expect(effects([given])).toEqual({
      allow: undefined,
      refuse: `It is not deleted. ${FAILS}`,
    })
  })

  it('a refusal needs one step that the user can refuse: it stops all', () => {
    const no = ofName('c', { whyNotRefuse: 'Only administrators may decide it.' })
    expect(whyNone([no, open], 'whyNotRefuse')).toBeUndefined()
    expect(effects([], [no, open]).refuse).toMatch(/^Neither step runs\./)
    expect(whyNone([no, no], 'whyNotRefuse')).toBe('Only administrators may decide it.')
    expect(effects([], [no, no]).refuse).toBeUndefined()
  })
})

it('says whom a step still waits for', () => {
  expect(demandText(ONE)).toBe('An operator has to allow it.')
  expect(demandText(sampleApproval({ role: 'admin' }))).toBe('An administrator has to allow it.')
  expect(demandText(TWO)).toBe('2 administrators have to allow it.')
  expect(demandText({ ...TWO, decisions: [sampleDecision('ada')] })).toBe('1 more administrator has to allow it.')
  expect(demandText(HALF, 4)).toBe('1 more administrator has to allow the 4 steps.')
  expect(demandText(HALF, 2)).toBe('1 more administrator has to allow both steps.')
})

it('says what depends on a resource, and names what holds data', () => {
  const of = (count: number, holding: number) =>
    reachText({
      dependentCount: count,
      dependents: Array.from({ length: count }, (_, at) => ({
        urn: `urn-${at}`,
        holds: at < holding ? 'bucket' : null,
      })),
    })
  expect(of(0, 0)).toEqual({ text: 'No other resource depends on it.', named: [], more: 0 })
  expect(of(1, 0).text).toBe('1 resource depends on it.')
  expect(of(9, 1)).toEqual({ text: '9 resources depend on it; 1 holds data:', named: ['urn-0'], more: 0 })
  expect(of(9, 7)).toMatchObject({ text: '9 resources depend on it; 7 hold data:', more: 2 })
})

describe('what followed from a decision', () => {
  it.each([
    ['the run goes on', ONE, ALLOWED, 'Update 12 goes on.'],
    ['others have to allow it', TWO, HALF, '1 more administrator has to allow it.'],
    [
      'it counts for the next run',
      sampleApproval({ status: 'timedOut' }),
      ALLOWED,
      'The next run needs no other approval for the same step.',
    ],
  ])('%s', (_, asked, now, text) =>
    expect(outcomeText([asked], [now], { allow: true, waiting: [asked] })).toMatchObject({
      title: 'You allowed deleting orders-db',
      text,
    }),
  )
  it('the run has ended meanwhile', () =>
    expect(outcomeText([ONE], [ALLOWED], { allow: true, waiting: [ONE] }).whenOver).toBe('Update 12 has ended.'))
  it('the client gets the reason of a refusal', () =>
    expect(outcomeText([ONE], [ONE], { allow: false, waiting: [ONE] })).toEqual({
      title: 'You refused deleting orders-db',
      text: 'Update 12 gets your reason as the error of the step.',
    }))
  it.each([
    [1, 'The one already allowed does not run either.'],
    [2, 'The 2 already allowed do not run either.'],
  ])('a refusal stops %i already allowed, too', (ready, text) =>
    expect(outcomeText([ONE], [ONE], { allow: false, waiting: [ONE], ready }).text).toBe(
      `Update 12 gets your reason as the error of the step. ${text}`,
    ),
  )
  it('the run goes on only when all steps of the batch are allowed', () => {
    const some = MANY.slice(0, 2)
    const allowed = some.map((one) => ({ ...one, status: 'allowed' as const }))
    expect(outcomeText(some, allowed, { allow: true, waiting: MANY })).toEqual({
      title: 'You allowed deleting a and b',
      text: 'Update 12 goes on when the 2 others are allowed, too.',
      waitsFor: ['c', 'logs'],
    })
    expect(outcomeText(some, some, { allow: false, waiting: MANY }).text).toBe(
      'Update 12 gets your reason as the error of the step. The 2 others do not run either.',
    )
  })
})

describe('the record', () => {
  const names = { ada: 'Ada Lovelace', grace: 'Grace Hopper' }
  it.each([
    [
      sampleApproval({ status: 'allowed', decisions: [sampleDecision('ada'), sampleDecision('grace')] }),
      'Ada Lovelace and Grace Hopper allowed deleting orders-db',
    ],
    [
      sampleApproval({ status: 'refused', decisions: [sampleDecision('ada'), sampleDecision('grace', false)] }),
      'Grace Hopper refused deleting orders-db',
    ],
    [
      sampleApproval({ status: 'refused', isRefusal: true }),
      'The rule “No deletes of databases” refused deleting orders-db',
    ],
    [
      sampleApproval({ status: 'allowed', decidedAt: 2_000_000, decisions: [sampleDecision('ada')] }),
      'Ada Lovelace allowed deleting orders-db for the next run',
    ],
    [
      sampleApproval({
        status: 'refused',
        isRefusal: true,
        rules: [
          { id: 'a', name: 'A' },
          { id: 'b', name: 'B' },
        ],
      }),
      'The rules “A” and “B” refused deleting orders-db',
    ],
    [sampleApproval({ status: 'timedOut' }), 'Nobody decided in time about deleting orders-db'],
    [sampleApproval({ status: 'withdrawn' }), 'No rule asked for deleting orders-db any more'],
    [sampleApproval({ status: 'ended' }), expect.stringMatching(/^Not decided: deleting orders-db\. The run ended/)],
  ])('says who decided: %#', (approval, text) => expect(decisionText(approval, names)).toEqual(text))
})

it.each([
  ['nobody decided', [sampleApproval({ status: 'timedOut' })], [], 'Not decided in time. It'],
  ['the run ended', [sampleApproval({ status: 'ended' })], [], 'The run ended before anyone decided. It'],
  [
    'the run ended with several',
    [ofName('a', { status: 'ended' }), ofName('b', { status: 'ended' })],
    [],
    'The run ended before anyone decided. They',
  ],
  [
    'another was refused',
    [ofName('a', { status: 'ended' })],
    [ofName('b', { status: 'refused' })],
    'Another step of the same batch was not allowed. It',
  ],
])('says why a step can only be allowed for the next run: %s', (_, late, others, text) =>
  expect(lateText(late, [...late, ...others])).toBe(`${text} can be allowed for the next run.`),
)

it('a step can be allowed afterwards if nobody decided in time, by users who may', () => {
  expect(isLate(sampleApproval({ status: 'timedOut' }))).toBe(true)
  expect(isLate(sampleApproval({ status: 'ended' }))).toBe(true)
  expect(isLate(sampleApproval({ status: 'timedOut', whyNotAllow: 'It is too late.' }))).toBe(false)
  expect(isLate(sampleApproval({ status: 'refused' }))).toBe(false)
})

it('names two decided steps, and counts more', () => {
  const refused = (name: string) =>
    sampleApproval({ name, status: 'refused', decisions: [sampleDecision('ada', false)] })
  expect(decidedText([refused('a'), refused('b')], {})).toBe('ada refused deleting a and ada refused deleting b')
  expect(decidedText([refused('a'), refused('b'), refused('c')], {})).toBe('3 steps were decided')
})

it.each([
  [4, { done: 0, total: 15 }, 0, '4 of 15 steps wait, 11 are still to come'],
  [1, { done: 4, total: 5 }, 0, '1 of 5 steps waits, 4 are done'],
  [2, { done: 1, total: 4 }, 0, '2 of 4 steps wait, 1 is done, 1 is still to come'],
  [2, { done: 0, total: 15 }, 2, '2 of 15 steps wait, 2 are allowed, 11 are still to come'],
])('%i waiting steps of %o: the numbers add up', (waiting, run, ready, text) => {
  expect(shareText(waiting, run, ready)).toBe(text)
})
