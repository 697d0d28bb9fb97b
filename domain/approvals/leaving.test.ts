import { describe, expect, it } from 'vitest'
import { ApprovalRule } from '#contract/approvals.ts'
import { rulesLeft, tagsWithinRules } from './leaving.ts'

const rule = (id: string, where: object, more: object = {}) =>
  ApprovalRule.parse({ id, name: id, where, what: { steps: ['delete'] }, action: { kind: 'refuse' }, ...more })
const stack = { org: 'acme', project: 'shop', stack: 'prod', tags: { environment: 'production', tier: '1' } }

describe('a change takes a stack out of a rule', () => {
  it.each<[string, object, object, boolean]>([
    ['by its name', { stacks: ['prod'] }, { stack: 'dev' }, true],
    ['by its project', { projects: ['sh*'] }, { project: 'other' }, true],
    ['by its organization', { orgs: ['acme'] }, { org: 'globex' }, true],
    ['by a tag', { tags: { environment: 'prod*' } }, { tags: { environment: 'dev' } }, true],
    ['without a tag', { tags: { environment: '*' } }, { tags: {} }, true],
    ['not by another tag', { tags: { environment: 'prod*' } }, { tags: { environment: 'production' } }, false],
    ['not within its pattern', { stacks: ['prod*'] }, { stack: 'prod-eu' }, false],
    ['not out of one that did not concern it', { stacks: ['dev'] }, { stack: 'test' }, false],
    ['not out of one that concerns every stack', {}, { stack: 'dev', tags: {} }, false],
  ])('%s', (_, where, after, isLeft) => {
    expect(rulesLeft([rule('r', where)], { before: stack, after: { ...stack, ...after } })).toHaveLength(isLeft ? 1 : 0)
  })

  it('not out of one that is off', () => {
    const off = rule('r', { stacks: ['prod'] }, { isOn: false })
    expect(rulesLeft([off], { before: stack, after: { ...stack, stack: 'dev' } })).toEqual([])
  })
})

describe('tags within the rules', () => {
  const rules = [rule('a', { tags: { environment: 'prod*', tier: '1' } }), rule('b', { tags: { tier: '*' } })]

  it('keep the values by which rules concern the stack, and take all others', () => {
    expect(tagsWithinRules(rules, stack, { environment: 'dev', team: 'core' })).toEqual({
      tags: { environment: 'production', tier: '1', team: 'core' },
      kept: ['environment', 'tier'],
      rule: 'a',
    })
  })

  it('are as given if they leave no rule', () => {
    const tags = { environment: 'prod-eu', tier: '1' }
    expect(tagsWithinRules(rules, stack, tags)).toEqual({ tags, kept: [], rule: undefined })
  })
})
