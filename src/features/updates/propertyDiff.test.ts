import { describe, expect, it } from 'vitest'
import { sampleChange } from '#testing/samples/sampleRun.ts'
import { pathSegments, propertyChanges, valueAt } from './propertyDiff.ts'

const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }

it.each([
  ['tags', ['tags']],
  ['spec.ports[0].name', ['spec', 'ports', 0, 'name']],
  ['labels["app.kubernetes.io/name"]', ['labels', 'app.kubernetes.io/name']],
  ['["a\\"b"].c', ['a"b', 'c']],
  ['[', ['[']],
])('reads the property path %s', (path, segments) => expect(pathSegments(path)).toEqual(segments))

it('does not read inside a secret, nor along the prototype', () => {
  expect(valueAt({ password: SECRET }, 'password.length')).toBe(SECRET)
  expect(valueAt({}, 'constructor')).toBeUndefined()
})

describe('what changed in a resource', () => {
  const change = sampleChange({
    urn: 'u',
    op: 'update',
    diffs: ['size', 'tags'],
    replaceKeys: ['size'],
    old: { inputs: { size: 1 }, outputs: { size: 1, arn: 'x' } },
    new: { inputs: { size: 2, tags: { a: 'b' } }, outputs: null },
  })
  it('uses the property names from the engine when there is no detail', () =>
    expect(propertyChanges(change)).toEqual([
      { path: 'size', kind: 'update', replaces: true, old: 1, new: 2 },
      { path: 'tags', kind: 'add', replaces: false, old: undefined, new: { a: 'b' } },
    ]))
  it('compares the inputs when no differences were reported', () =>
    expect(
      propertyChanges({
        ...change,
        diffs: [],
        old: { inputs: { size: 1, zone: { a: [1] } }, outputs: null },
        new: { inputs: { size: 2, zone: { a: [1] } }, outputs: null },
      }).map(({ path, old, new: next }) => [path, old, next]),
    ).toEqual([['size', 1, 2]]))
  it('uses the provider’s detail when there is more', () =>
    expect(
      propertyChanges({
        ...change,
        detailedDiff: {
          'tags.a': { diffKind: 'add', inputDiff: false },
          arn: { diffKind: 'delete-replace', inputDiff: false },
        },
      }),
    ).toEqual([
      { path: 'tags.a', kind: 'add', replaces: false, old: undefined, new: 'b' },
      { path: 'arn', kind: 'delete', replaces: true, old: 'x', new: undefined },
    ]))
})
