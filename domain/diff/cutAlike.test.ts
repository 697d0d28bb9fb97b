import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomState, type Random, seeded } from '#testing/states/randomState.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { answerTo, compareTexts } from '../state/stateQuestions.ts'
import { identityOf } from '../state/entryKeys.ts'
import { cutAlike } from './cutAlike.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const parse = (text: Uint8Array) => JSON.parse(new TextDecoder().decode(text)) as StateDocument // as it was written here
const stack = { org: 'acme', project: 'shop', stack: 'dev' }
const sides = { from: { stack, version: 1 }, to: { stack, version: 2 }, isOtherStack: false, valueBudget: 1_000_000 }

afterEach(() => vi.restoreAllMocks())

/** Returns a later version: some resources changed, removed, added or renamed, and some moved in the list. */
function changed(document: StateDocument, random: Random): StateDocument {
  const next = structuredClone(document)
  const resources = next.deployment.resources ?? []
  for (let edits = random(12); edits > 0; edits--) {
    const at = random(resources.length)
    const entry = resources[at]
    if (entry === undefined) continue
    const kind = random(5)
    if (kind === 0) entry.outputs = { ...entry.outputs, edited: `${random(1000)} „"\\[{` }
    else if (kind === 1) resources.splice(at, 1)
    else if (kind === 2) resources.splice(at, 0, { ...entry, urn: `${entry.urn}-new${random(1_000_000)}`, id: 'new' })
    else if (kind === 3) entry.urn = `${entry.urn}-renamed${random(1_000_000)}`
    else resources.splice(random(resources.length), 0, ...resources.splice(at, 1 + random(3)))
  }
  next.deployment.metadata = { turn: random(2) }
  return next
}

/** Drops repeated URNs: entries with the same URN may be paired in more than one way. */
function withoutTwins(document: StateDocument): StateDocument {
  const seen = new Set<string>()
  const resources = (document.deployment.resources ?? []).filter((entry: Resource) => {
    const isNew = !seen.has(identityOf(entry))
    seen.add(identityOf(entry))
    return isNew
  })
  return { ...document, deployment: { ...document.deployment, resources } }
}

describe('two states of which only the differing parts are parsed', () => {
  it('differ exactly as when they are parsed whole', () => {
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

  it('leave little to parse, wherever resources were added, removed or moved', () => {
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

  it('may contain whitespace, and other members before and after', () => {
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
    ['a list that comes twice', '{"version":3,"deployment":{"resources":[],"resources":[{"urn":"u"}]}}'],
    ['a deployment that comes twice', '{"version":3,"deployment":{"resources":[]},"deployment":{}}'],
    ['no list', '{"version":3,"deployment":{}}'],
    ['nothing', '{"version":3,"deployment":null}'],
    ['a text that ends early', '{"version":3,"deployment":{"resources":[{"urn":"u"}'],
    ['another list of resources', '{"version":3,"deployment":{"resources":{"urn":"u"}}}'],
  ])('are parsed whole when one is %s', (_, text) => {
    const usual = '{"version":3,"deployment":{"resources":[{"urn":"v"}]}}'
    expect(cutAlike(bytesOf(text), bytesOf(usual))).toBeUndefined()
    expect(cutAlike(bytesOf(usual), bytesOf(text))).toBeUndefined()
  })

  it('are not treated as equal when one is only a prefix of the other', () => {
    const [short, long] = ['{"deployment":{"resources":[1,2]}}', '{"deployment":{"resources":[12,2]}}']
    expect(parse(cutAlike(bytesOf(short), bytesOf(long))?.after ?? bytesOf('{}')).deployment.resources).toEqual([12, 2])
  })
})
