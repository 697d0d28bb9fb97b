import { describe, expect, it } from 'vitest'
import { ApprovalRule } from '#contract/approvals.ts'
import { forecastText, forecastTitle, endedRuleSentence, ruleSentence, stepRuleSentence } from './words.ts'

const line = (action: 'refuse' | 'hold', steps = 1, name = 'orders') => ({
  action,
  steps,
  step: 'delete' as const,
  urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`,
  type: 'aws:s3/bucket:Bucket',
  rule: { name: 'many deletes' },
})

describe('what rules would do with a preview', () => {
  it.each([
    [[line('hold')], '1 step would wait for approval'],
    [[line('hold'), line('hold')], '2 steps would wait for approval'],
    [[line('refuse')], '1 step would be refused'],
    [
      [line('refuse'), line('refuse'), line('refuse'), line('hold'), line('hold')],
      '3 steps would be refused, 2 would wait for approval',
    ],
    [[line('hold', 15)], '15 steps would wait for 1 approval'],
    [[line('refuse', 4), line('hold', 15), line('hold')], '4 steps would be refused, 16 would wait for 2 approvals'],
  ])('counts the steps %#', (lines, words) => expect(forecastTitle(lines)).toBe(words))

  it('names the first step of the rest of a run, for which a rule asks once', () => {
    expect(forecastText([line('hold', 15)], 'https://holdfast.example')).toBe(
      '15 steps from deleting orders (aws:s3/bucket:Bucket) on (asked once) would wait for approval by "many deletes". https://holdfast.example',
    )
    const seven = Array.from({ length: 7 }, (_, index) => line('refuse', index + 1, `b${index}`))
    expect(forecastText(seven, 'url')).toContain('and 13 more steps.')
  })
})

describe('what a rule says', () => {
  const rule = ({
    what = {},
    ...rest
  }: {
    what?: object
    where?: object
    who?: object
    moreThan?: object
    when?: object
    action?: object
  }) =>
    ApprovalRule.parse({
      id: 'r',
      name: 'r',
      what: { steps: ['delete'], ...what },
      action: { kind: 'refuse' },
      ...rest,
    })
  const RDS = 'aws:rds/*'

  // Values of one condition are alternatives; all conditions have to be met.
  it.each<[string, Parameters<typeof rule>[0], string, string?]>([
    ['no condition', {}, 'Deletes'],
    ['data', { what: { holdsData: true } }, 'Deletes of resources that hold data'],
    ['protection', { what: { isProtected: true } }, 'Deletes of protected resources'],
    ['types', { what: { types: [RDS, 'gcp:sql/*'] } }, `Deletes of resources of type ${RDS} or gcp:sql/*`],
    [
      'data, protection and a type',
      { what: { holdsData: true, isProtected: true, types: [RDS] } },
      `Deletes of protected resources of type ${RDS} that hold data`,
    ],
    [
      'types, URNs and data',
      { what: { types: ['a', 'b'], urns: ['*::c'], holdsData: true } },
      'Deletes of resources of type a or b, with the URN *::c, that hold data',
      'Deletes of resources of type a or b, with a URN that it names, that hold data',
    ],
    ['a limit', { moreThan: { count: 20, of: 'percent' } }, 'Deletes after 20 % of the resources in one run'],
    ['agents', { who: { by: ['agent'] } }, 'Deletes by clients that say they are agents'],
    ['users', { who: { users: ['ada', 'bob'] } }, 'Deletes by user ada or bob', 'Deletes'],
    ['a role', { who: { roles: ['operator'] } }, 'Deletes by users with the role operator'],
    ['a token', { who: { tokens: ['y'] } }, 'Deletes by users with the token y', 'Deletes'],
    [
      'agents, a user, a role and a token',
      { who: { by: ['agent'], users: ['ada'], roles: ['admin'], tokens: ['y'] } },
      'Deletes by clients that say they are agents as user ada with the role admin and the token y',
      'Deletes by clients that say they are agents with the role admin',
    ],
    [
      'alternatives of several conditions',
      { who: { by: ['ci', 'agent'], tokens: ['y', 'z'] } },
      'Deletes by clients that say they are CI jobs or agents, with the token y or z',
      'Deletes by clients that say they are CI jobs or agents',
    ],
    ['commands', { what: { runs: ['update', 'destroy'] } }, 'Deletes in the command update or destroy'],
    ['an organization', { where: { orgs: ['a'] } }, 'Deletes in organization a', 'Deletes'],
    [
      'a project of an organization',
      { where: { projects: ['b'], orgs: ['a'] } },
      'Deletes in project b of organization a',
      'Deletes',
    ],
    [
      'stacks with tags of projects',
      { where: { stacks: ['prod*', 'live'], tags: { team: 'shop', tier: '1' }, projects: ['b'] } },
      'Deletes in stack prod* or live, tagged team=shop and tier=1, of project b',
      'Deletes',
    ],
    [
      'tags of an organization',
      { where: { tags: { team: 'shop' }, orgs: ['a'] } },
      'Deletes in stacks tagged team=shop of organization a',
      'Deletes',
    ],
    [
      'a time',
      { when: { days: [5, 6], from: '16:00', zone: 'Europe/Berlin' } },
      'Deletes on Friday and Saturday from 16:00 to 24:00 (Europe/Berlin)',
    ],
  ])('names %s, and hides what readers of a step may not see', (_, more, all, ofStep = all) => {
    expect(ruleSentence(rule(more))).toBe(`${all} are refused.`)
    expect(stepRuleSentence(rule(more))).toBe(`${ofStep} are refused.`)
    expect(endedRuleSentence(rule(more))).toBe(`${all} are no longer refused.`)
  })

  it.each([
    [90, '90 minutes'],
    [60, '1 hour'],
    [1440, '24 hours'],
  ])('says in words for how long steps wait, until it is off: %i minutes', (minutes, words) => {
    const held = rule({ action: { kind: 'hold', minutes } })
    expect(ruleSentence(held)).toBe(`Deletes wait for an operator, for up to ${words}.`)
    expect(endedRuleSentence(held)).toBe('Deletes no longer wait for an operator.')
  })
})
