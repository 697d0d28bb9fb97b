import { describe, expect, it } from 'vitest'
import { changed, withoutTwins } from '#testing/states/changedState.ts'
import { randomState, type Random, seeded } from '#testing/states/randomState.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { answerTo, compareApart } from '#domain/state/stateQuestions.ts'
import { apart, framesOfCuts, textOfCuts } from './apart.ts'
import { pack, type Packed, unpackWhole } from './pieces.ts'
import { decodeRecipe } from './recipe.ts'

const bytesOf = (value: unknown, space?: number) => new TextEncoder().encode(JSON.stringify(value, null, space))
const parse = (text: Uint8Array) => JSON.parse(new TextDecoder().decode(text)) as StateDocument // as it was written here
const stack = { org: 'acme', project: 'shop', stack: 'dev' }
const sides = { from: { stack, version: 1 }, to: { stack, version: 2 }, isOtherStack: false, valueBudget: 1_000_000 }

/** Two texts in pieces, the second on top of the first, and all frames. */
async function packed(
  before: Uint8Array,
  after: Uint8Array,
): Promise<{ was: Packed; is: Packed; frames: Map<number, Uint8Array> }> {
  const was = await pack(before, undefined, 0)
  const is = await pack(after, was.recipe, 0)
  return { was, is, frames: new Map([...was.frames, ...is.frames].map((frame, at) => [at, frame])) }
}

/** Compares what the states do not share. Undefined if the store would read both texts. */
async function comparedApart(before: Uint8Array, after: Uint8Array) {
  const { was, is, frames } = await packed(before, after)
  const found = apart(was.recipe, is.recipe)
  if (found === undefined) return undefined
  const texts = {
    before: textOfCuts(was.recipe, found.before, frames),
    after: textOfCuts(is.recipe, found.after, frames),
  }
  const left = texts.before.length + texts.after.length
  return { comparison: compareApart({ ...texts, shared: found.shared }, sides, parse), left, found }
}

/** Lists with objects that look like resources, and texts that look like JSON. */
function withLookalikes(document: StateDocument, random: Random): StateDocument {
  for (const entry of document.deployment.resources ?? []) {
    if (random(3) > 0) continue
    const items = Array.from({ length: random(40) }, (_, at) => ({
      urn: `urn:pulumi:a::b::c::${at}`,
      custom: true,
      type: 'c',
    }))
    entry.outputs = { ...entry.outputs, items, text: `},{"urn":"urn:pulumi:x","custom":true},{"${random(9)}` }
  }
  return document
}

describe('two states read without the pieces that they share', () => {
  it('differ exactly as when they are read and parsed whole', async () => {
    let [left, whole, found] = [0, 0, 0]
    for (let seed = 1; seed <= 40; seed++) {
      const random = seeded(seed)
      const before = withLookalikes(withoutTwins(randomState(random, 120 + random(200))), random)
      const after = withoutTwins(changed(before, random))
      const space = random(4) === 0 ? 2 : undefined
      const texts = [bytesOf(before, space), bytesOf(after, space)] as const
      const result = await comparedApart(...texts)
      if (result?.comparison === undefined || result.comparison === null) continue
      const { diff } = answerTo('compare', [before, after], sides)
      expect({ ...result.comparison.diff, moved: result.comparison.diff.moved.length }, `seed ${seed}`).toEqual({
        ...diff,
        moved: diff.moved.length,
      })
      found += 1
      left += result.left
      whole += texts[0].length + texts[1].length
    }
    expect(found).toBeGreaterThan(20)
    expect(left / whole).toBeLessThan(0.5)
  })

  it('include a shared resource when it has moved', async () => {
    const random = seeded(4)
    const before = withoutTwins(randomState(random, 400))
    const resources = before.deployment.resources ?? []
    // The first are fewer but larger: by bytes they stayed, by resources the others did.
    for (const entry of resources.slice(0, 80))
      entry.outputs = { text: Array.from({ length: 2_000 }, () => random(1e6)).join(' ') }
    const after = structuredClone(before)
    after.deployment.resources = [...resources.slice(80), ...resources.slice(0, 80)]
    const result = await comparedApart(bytesOf(before), bytesOf(after))
    expect(result?.found.shared.length).toBeGreaterThan(0)
    expect(result?.comparison).toBeNull()
  })

  it('are read whole when a state was stored without marks, or is not in the CLI’s format', async () => {
    const text = bytesOf(randomState(seeded(5), 300))
    const marked = await pack(text, undefined, 0)
    const plain = await pack(text, undefined)
    expect(apart(marked.recipe, marked.recipe)?.shared).toHaveLength(1)
    expect(apart(marked.recipe, plain.recipe)).toBeUndefined()
    expect((await pack(bytesOf({ checkpoint: { latest: {} } }), undefined, 0)).recipe.marks).toBeUndefined()
    expect(
      (await pack(new TextEncoder().encode('{"deployment":{"resources":[{'), undefined, 0)).recipe.marks,
    ).toBeUndefined()
  })

  it('are refused when a piece differs from what was stored', async () => {
    const before = withoutTwins(randomState(seeded(6), 300))
    const { was, is, frames } = await packed(bytesOf(before), bytesOf(changed(before, seeded(6))))
    const found = apart(was.recipe, is.recipe)
    const [frame = -1] = framesOfCuts(was.recipe, found?.before ?? [])
    const other = await pack(new Uint8Array(200_000), undefined)
    frames.set(frame, other.frames[0] ?? new Uint8Array())
    expect(() => textOfCuts(was.recipe, found?.before ?? [], frames)).toThrow('not what its hash says')
  })
})

it('keeps the list of pieces with and without marks', async () => {
  const text = bytesOf(randomState(seeded(8), 300))
  for (const least of [0, undefined]) {
    const { recipe, frames, hash, bytes } = await pack(text, undefined, least)
    const again = decodeRecipe(recipe.encode())
    expect(again.pieces).toEqual(recipe.pieces)
    expect(again.marks).toEqual(recipe.marks)
    expect(await unpackWhole(again, new Map(frames.entries()), { hash, bytes })).toEqual(text)
  }
})
