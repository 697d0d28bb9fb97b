import { describe, expect, it } from 'vitest'
import { atOnce } from '../inPieces.ts'
import { emptyDocument, type Resource } from '../state/checkpoint.ts'
import { goneUrns } from './gone.ts'

const TYPE = 'aws:rds/instance:Instance'
const urnOf = (name: string) => `urn:pulumi:prod::shop::${TYPE}::${name}`
const resource = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: urnOf(name),
  type: TYPE,
  custom: true,
  id: name,
  ...more,
})

const goneAfter = (...entries: { kind: number; [key: string]: unknown }[]) => {
  const document = emptyDocument()
  document.deployment.resources = [resource('a'), resource('b'), resource('c', { delete: true })]
  const numbered = entries.map((entry, index) => ({ operationID: index + 1, ...entry, sequenceID: index + 1 }))
  return [...atOnce(goneUrns(document, numbered))].map((urn) => urn.split('::').at(-1))
}

describe('what is no longer live in a run', () => {
  it.each<[string, Parameters<typeof goneAfter>, string[]]>([
    ['nothing before it began', [], []],
    ['what a refresh found gone', [{ kind: 3, removeOld: 1 }], ['b']],
    ['not what it found', [{ kind: 3, removeOld: 1, state: resource('b') }], []],
    [
      'the same by an index of the rebuilt base',
      [{ kind: 3, removeOld: 0 }, { kind: 7 }, { kind: 3, removeOld: 0 }],
      ['a', 'b'],
    ],
    ['not what a replacement has deleted first', [{ kind: 1, pendingReplacementOld: 0 }], []],
    ['not what was created again', [{ kind: 3, removeOld: 0 }, { kind: 7 }, { kind: 1, state: resource('a') }], []],
    ['not what was old before', [{ kind: 1, removeOld: 2 }], []],
  ])('%s', (_, entries, names) => {
    expect(goneAfter(...entries)).toEqual(names)
  })
})
