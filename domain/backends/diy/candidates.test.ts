import { describe, expect, it } from 'vitest'
import { loadBucket } from '#testing/loadBucket.ts'
import { parseStateText } from '../../state/stateText.ts'
import { bestCopy, brokenBy, copiesOf, judgeCopies, type ListedCopies } from './candidates.ts'
import { backupsIn, backupsPrefix, historyIn, historyPrefix, stacksIn } from './layout.ts'

const bucket = loadBucket()
const objects = Object.entries(bucket).map(([key, text]) => ({ key, size: text.length, at: 1, mark: '', text }))
const below = (prefix: string) => objects.filter(({ key }) => key.startsWith(prefix))
const NAME = 'webshop/prod'
const prod = stacksIn(objects).stacks.find(({ name }) => name === NAME)
if (!prod) throw new Error('the stack was not found')
const runs = historyIn(below(historyPrefix(NAME)), NAME)
const backups = backupsIn(below(backupsPrefix(NAME)), NAME)
const STATE = '.pulumi/stacks/webshop/prod.json'

const all = <Item>(newest: Item[]) => ({ newest, isAll: true })
const LISTED: ListedCopies = {
  key: STATE,
  ...prod,
  retained: all([]),
  backups: all(backups.map(({ object }) => object).toReversed()),
  checkpoints: all(runs.flatMap(({ checkpoint }) => checkpoint ?? []).toReversed()),
  storeVersions: all([]),
  seen: all([]),
}

const judged = (texts: Record<string, string> = {}, more: Partial<ListedCopies> = {}) =>
  judgeCopies(
    copiesOf({ ...LISTED, ...more }).copies.map((copy) => ({
      copy,
      read: () => parseStateText(texts[copy.key] ?? bucket[copy.key] ?? bucket[STATE] ?? ''),
    })),
  )

describe('copies of a state', () => {
  it('are in the order in which to trust them, whatever keeps them', () => {
    const found = judged(
      {},
      {
        retained: all([{ key: `${STATE}.1795259414945274519`, size: 9, at: 3, mark: '' }]),
        storeVersions: all([{ version: 'v2', at: 2, size: 9 }]),
        seen: all([{ version: '7', at: 2, size: 9 }]),
      },
    )
    expect(found.map(({ place, key, version }) => [place, key.split('/').at(-1), version])).toEqual([
      ['checkpoint', 'prod.json', undefined],
      ['bak', 'prod.json.bak', undefined],
      ['retained', 'prod.json.1795259414945274519', undefined],
      ['backup', 'prod.1795259414945274519.json', undefined],
      ['history', 'prod-1795259414944724548.checkpoint.json', undefined],
      ['storeVersion', 'prod.json', 'v2'],
      ['seen', 'prod.json', '7'],
    ])
  })

  it('have each the verdict of the verifier, and what differs from the newest', () => {
    const [current, bak, backup] = judged()
    expect(current).toMatchObject({
      entries: 17,
      pending: 5,
      verdict: { isAccepted: true, errors: 0 },
      differs: undefined,
    })
    expect(bak).toMatchObject({ pending: 4, differs: { added: 0, removed: 0 } })
    expect(backup?.differs).toMatchObject({ removed: 0 })
  })

  it('that are cut are compared with the newest that can be read', () => {
    const [current, bak, backup] = judged({ [STATE]: '{"version":3,' })
    expect(current).toMatchObject({ problem: 'Truncated: the JSON is incomplete.', verdict: undefined })
    expect(bak?.differs).toBeUndefined()
    expect(backup?.differs).toBeDefined()
  })

  it('of which the CLI accepts one are restored from that one', () => {
    const broken = (bucket[`${STATE}.bak`] ?? '').replace(
      /"urn":"[^"]+"/,
      '"urn":"urn:pulumi:prod::webshop::a:b:C::gone"',
    )
    const found = judged({ [STATE]: '', [`${STATE}.bak`]: broken })
    expect(found[1]?.verdict?.isAccepted).toBe(false)
    expect(bestCopy(found)?.place).toBe('backup')
    expect(bestCopy(found.slice(0, 2))?.place).toBe('bak')
    expect(bestCopy(found.slice(0, 1))).toBeUndefined()
  })

  it('are bounded of each kind, the newest first, and the others are counted', () => {
    const some = Array.from({ length: 100 }, (_, i) => ({ key: `b${99 - i}`, size: 0, at: 99 - i, mark: '' }))
    const none = { ...LISTED, state: undefined, bak: undefined, checkpoints: { newest: [], isAll: false } }
    const { state: _, bak: __, ...listed } = none
    const { copies, notRead } = copiesOf({ ...listed, backups: all(some) })
    expect(copies.map(({ key }) => key)).toEqual(['b99', 'b98', 'b97', 'b96', 'b95'])
    expect(notRead).toEqual([
      { place: 'backup', count: 95, isAtLeast: false },
      { place: 'history', count: 0, isAtLeast: true },
    ])
  })

  it('name the run that broke them', () => {
    const note = { version: '3.260.0', command: 'pulumi up', error: 'it depends on itself', env: {} }
    expect(brokenBy({ metadata: { integrity_error: note } })).toEqual({
      version: '3.260.0',
      command: 'pulumi up',
      error: 'it depends on itself',
    })
    expect(brokenBy({ metadata: { integrity_error: 'x' } })).toBeUndefined()
    expect(brokenBy({})).toBeUndefined()
  })
})

describe('a state file of a self-managed backend', () => {
  const resources = [{ urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack' }]
  const entries = (text: string) => {
    const read = parseStateText(text)
    return read.ok ? read.state.document.deployment.resources?.length : read.problem
  }

  it.each([
    ['of a new stack', { version: 0, checkpoint: { stack: 'organization/shop/prod' } }, undefined],
    [
      'with capitalised keys',
      { version: 3, checkpoint: { Stack: 'organization/shop/prod', Latest: { resources } } },
      1,
    ],
    ['with features', { version: 4, features: ['taint'], checkpoint: { stack: 'prod', latest: { resources } } }, 1],
    [
      'of a version to come',
      { version: 99, checkpoint: { latest: { resources } } },
      expect.stringContaining('version'),
    ],
  ])('%s', (_, json, expected) => {
    expect(entries(JSON.stringify(json))).toEqual(expected)
  })
})
