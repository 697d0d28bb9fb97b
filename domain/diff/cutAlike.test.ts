import { afterEach, describe, expect, it, vi } from 'vitest'
import { changed, withoutTwins } from '#testing/states/changedState.ts'
import { randomState, seeded } from '#testing/states/randomState.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { answerTo, compareTexts } from '../state/stateQuestions.ts'
import { cutAlike } from './cutAlike.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const parse = (text: Uint8Array) => JSON.parse(new TextDecoder().decode(text)) as StateDocument // as it was written here
const stack = { org: 'acme', project: 'shop', stack: 'dev' }
const sides = { from: { stack, version: 1 }, to: { stack, version: 2 }, isOtherStack: false, valueBudget: 1_000_000 }

afterEach(() => vi.restoreAllMocks())

describe('parsing only the parts in which two states differ', () => {
  it('finds the same differences as parsing both states whole', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const random = seeded(seed)
      const before = withoutTwins(randomState(random, 5 + random(60)))
      const after = withoutTwins(changed(before, random))
      const whole = answerTo('compare', [before, after], sides)
      const cut = compareTexts([bytesOf(before), bytesOf(after)], sides, parse)
      expect({ ...cut?.diff, moved: cut?.diff.moved.length }, `seed ${seed}`).toEqual({
        ...whole.diff,
        moved: whole.diff.moved.length,
      })
    }
  })

  it('parses little, wherever resources were added, removed or moved', () => {
    const before = withoutTwins(randomState(seeded(7), 2_000))
    const after = structuredClone(before)
    const resources = after.deployment.resources ?? []
    const count = resources.length
    resources.splice(300, 7)
    resources.splice(900, 0, ...Array.from({ length: 9 }, (_, at) => ({ urn: `urn:new:${at}`, type: 'a:b:C' })))
    resources.push(...resources.splice(20, 5))
    if (resources[1500]) resources[1500].protect = true
    const [was, is] = [bytesOf(before), bytesOf(after)]
    const parsed: number[] = []
    const { parse: parseJson } = JSON
    vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
      parsed.push(text.length)
      return parseJson(text) as unknown
    })
    const diff = compareTexts([was, is], sides, parse)?.diff
    expect(diff?.counts).toEqual({ added: 9, removed: 7, changed: 1, renamed: 0, moved: 5, same: count - 8 })
    expect(diff?.moved).toHaveLength(5)
    expect(parsed.reduce((sum, length) => sum + length, 0)).toBeLessThan(is.length / 50)
  })

  it('accepts whitespace, and other members before and after the list', () => {
    const document = withoutTwins(randomState(seeded(3), 20))
    const spaced = { ...document, future: { resources: [1] }, deployment: { a: ['}', '\\"'], ...document.deployment } }
    const text = bytesOf(JSON.stringify(spaced, null, 2))
    expect(compareTexts([text, text], sides, parse)?.diff).toEqual(answerTo('compare', [spaced, spaced], sides).diff)
    expect(parse(cutAlike(text, text)?.before ?? text).deployment.resources).toEqual([])
  })

  it.each([
    ['a checkpoint', '{"version":3,"checkpoint":{"latest":{"resources":[]}}}'],
    ['a key in another case', '{"version":3,"Deployment":{"resources":[]}}'],
    ['a list in another case', '{"version":3,"deployment":{"Resources":[]}}'],
    ['a list that is given twice', '{"version":3,"deployment":{"resources":[],"resources":[{"urn":"u"}]}}'],
    ['a deployment that is given twice', '{"version":3,"deployment":{"resources":[]},"deployment":{}}'],
    ['without a list', '{"version":3,"deployment":{}}'],
    ['nothing', '{"version":3,"deployment":null}'],
    ['a text that ends early', '{"version":3,"deployment":{"resources":[{"urn":"u"}'],
    ['another list of resources', '{"version":3,"deployment":{"resources":{"urn":"u"}}}'],
  ])('parses both states whole when one is %s', (_, text) => {
    const usual = '{"version":3,"deployment":{"resources":[{"urn":"v"}]}}'
    expect(cutAlike(bytesOf(text), bytesOf(usual))).toBeUndefined()
    expect(cutAlike(bytesOf(usual), bytesOf(text))).toBeUndefined()
  })

  it('does not treat two states as equal when one is only a prefix of the other', () => {
    const [short, long] = ['{"deployment":{"resources":[1,2]}}', '{"deployment":{"resources":[12,2]}}']
    expect(parse(cutAlike(bytesOf(short), bytesOf(long))?.after ?? bytesOf('{}')).deployment.resources).toEqual([12, 2])
  })
})
