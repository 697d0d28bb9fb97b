import { expect, it } from 'vitest'
import { ApprovalRule } from '#contract/approvals.ts'
import { draftOf, newRuleId, ruleOf } from './rule/ruleDraft.ts'
import { rulesOfText, textOfRules } from './rulesText.ts'

const RULE = { id: 'a', name: 'a', what: { steps: ['delete'] }, action: { kind: 'refuse' } }
const textOf = (...rules: object[]) => JSON.stringify({ rules })

const messagesOf = (text: string): string[] => {
  const read = rulesOfText(text)
  return 'problems' in read ? read.problems.map(({ message }) => message) : []
}

it('reads the rules that it wrote', () => {
  const rules = [ApprovalRule.parse(RULE), ApprovalRule.parse({ ...RULE, id: 'b', isOn: false })]
  expect(rulesOfText(textOfRules(rules))).toEqual({ rules })
})

it.each<[string, string, RegExp]>([
  ['that is no JSON', '{ "rules": [ }', /^Not valid JSON/],
  ['that is another value', '[]', /^The text: /],
  ['without rules', '{}', /^rules: /],
  ['with an unknown role', textOf({ ...RULE, action: { kind: 'hold', role: 'owner' } }), /^rules\[0\]\.action\.role: /],
  [
    'with an unknown step',
    textOf(RULE, { ...RULE, id: 'b', what: { steps: ['explode'] } }),
    /^rules\[1\]\.what\.steps/,
  ],
  [
    'with a pattern that is too long',
    textOf({ ...RULE, where: { stacks: ['x'.repeat(1_001)] } }),
    /^rules\[0\]\.where/,
  ],
  ['with an id twice', textOf(RULE, RULE), /^rules: have the same id twice/],
])('says what is wrong with a text %s', (_, text, message) => expect(messagesOf(text)[0]).toMatch(message))

it('shows the first errors of many, and how many more there are', () => {
  const messages = messagesOf(textOf(...Array.from({ length: 400 }, () => ({}))))
  expect(messages).toHaveLength(6)
  expect(messages[5]).toMatch(/^and [\d,]+ more errors$/)
})

it.each([
  ['No deletes!', [], 'no-deletes'],
  ['No deletes', ['no-deletes'], 'no-deletes-2'],
  ['No deletes', ['no-deletes', 'no-deletes-2', 'other'], 'no-deletes-3'],
  ['Ünïcödé', [], 'n-c-d'],
  ['データ', ['rule'], 'rule-2'],
  [`${'x'.repeat(49)} y`, [], 'x'.repeat(49)],
])('makes the id of a rule from its name %s', (name, taken, id) => expect(newRuleId(name, taken)).toBe(id))

it('reads names from lines or commas, and URNs from lines only', () => {
  const draft = { ...draftOf(ApprovalRule.parse(RULE), false), stacks: 'prod*, staging\n\n dev ', urns: 'a, b\nc' }
  const { rule } = ruleOf(draft, { id: 'a', isOn: true })
  expect(rule?.where.stacks).toEqual(['prod*', 'staging', 'dev'])
  expect(rule?.what.urns).toEqual(['a, b', 'c'])
})
