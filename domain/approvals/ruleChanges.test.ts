import { expect, it } from 'vitest'
import { ApprovalRule } from '#contract/approvals.ts'
import { readyMadeRules } from './readyMade.ts'
import { changeText, ruleChanges } from './ruleChanges.ts'
import { sparseRule } from './sparseRule.ts'

const rule = (id: string, more: object = {}): ApprovalRule =>
  ApprovalRule.parse({ id, name: id, what: { steps: ['delete'] }, action: { kind: 'refuse' }, ...more })

it.each<[string, ApprovalRule[], ApprovalRule[], string[]]>([
  ['nothing', [rule('a')], [rule('a')], []],
  ['a new order', [rule('a'), rule('b')], [rule('b'), rule('a')], []],
  ['a new rule', [], [rule('a')], ['added a']],
  ['a new rule that is off', [], [rule('a', { isOn: false })], ['added a (off)']],
  ['a rule less', [rule('a'), rule('b')], [rule('b')], ['removed a']],
  ['another condition', [rule('a')], [rule('a', { where: { orgs: ['x'] } })], ['changed a']],
  ['a switch', [rule('a')], [rule('a', { isOn: false })], ['switched off a']],
  ['a switch back', [rule('a', { isOn: false })], [rule('a')], ['switched on a']],
  ['a rule switched off and changed', [rule('a')], [rule('a', { isOn: false, name: 'b' })], ['changed b (off)']],
])('says what changed: %s', (_, before, after, texts) =>
  expect(ruleChanges(before, after).map(changeText)).toEqual(texts),
)

it('writes rules without the parts that say nothing, and reads the same rules from that', () => {
  const rules = [
    ...readyMadeRules({ isAlone: true, zone: 'Europe/Berlin' }),
    rule('off', { isOn: false, needsJournal: true, where: { tags: { team: '*' } } }),
  ]
  for (const each of rules) expect(ApprovalRule.parse(sparseRule(each))).toEqual(each)
  expect(sparseRule(rule('a'))).toEqual({
    id: 'a',
    name: 'a',
    what: { steps: ['delete'] },
    action: { kind: 'refuse' },
  })
})
