import { describe, expect, it } from 'vitest'
import { createDoor } from './door.ts'

/** A door whose turns are taken by hand; `enter` records which requests were started. */
function scene() {
  const turns: (() => void)[] = []
  const pauses: (() => void)[] = []
  const door = createDoor({ next: (work) => turns.push(work), spaced: (work) => pauses.push(work) })
  const started: string[] = []
  return {
    started,
    first: (name: string, isOfUpdate = false) => door.enter({ isFirst: true, isOfUpdate }, () => started.push(name)),
    answered: () => door.answered(),
    enter: (line: string, name: string) => door.enter({ isFirst: false, line }, () => started.push(name)),
    turn: () => turns.shift()?.(),
    pause: () => pauses.shift()?.(),
  }
}

describe('the door for requests', () => {
  it('starts a request at once when no other was started in this turn', () => {
    const { enter, turn, started } = scene()
    enter('rita', 'a')
    turn()
    enter('rita', 'b')
    expect(started).toEqual(['a', 'b'])
  })

  it('starts one in each turn, and lets callers take turns', () => {
    const { enter, turn, started } = scene()
    for (const name of ['a', 'b', 'c', 'd']) enter('rita', name)
    enter('otto', 'x')
    for (let turns = 0; turns < 2; turns++) turn()
    expect(started).toEqual(['a', 'b', 'x'])
    for (let turns = 0; turns < 3; turns++) turn()
    expect(started).toEqual(['a', 'b', 'x', 'c', 'd'])
  })

  it('keeps no one waiting who goes first', () => {
    const { enter, first, started } = scene()
    for (const name of ['a', 'b']) enter('rita', name)
    first('renewal')
    expect(started).toEqual(['a', 'renewal'])
  })

  it('starts a crowd of others further apart while a call of an update is answered, and as before after it', () => {
    const { enter, first, answered, turn, pause, started } = scene()
    const names = Array.from({ length: 20 }, (_, n) => `r${n}`)
    first('journal', true)
    for (const name of names) enter('rita', name)
    turn() // that of the first, which was started before there was a crowd
    expect(started).toEqual(['journal', 'r0', 'r1'])
    turn()
    expect(started).toEqual(['journal', 'r0', 'r1'])
    pause()
    expect(started).toEqual(['journal', 'r0', 'r1', 'r2'])
    answered()
    turn()
    expect(started).toHaveLength(4)
    pause()
    turn()
    expect(started).toHaveLength(6)
  })

  it('does not slow down who loads a page', () => {
    const { enter, first, turn, started } = scene()
    first('journal', true)
    for (let n = 0; n < 6; n++) enter('rita', 'file')
    for (let n = 0; n < 6; n++) turn()
    expect(started).toHaveLength(7)
  })

  it('starts the next when one fails to start', () => {
    const turns: (() => void)[] = []
    const next = (work: () => void) => turns.push(work)
    const door = createDoor({ next, spaced: next })
    const started: string[] = []
    const fail = () => {
      throw new Error('did not start')
    }
    expect(() => door.enter({ isFirst: false, line: 'rita' }, fail)).toThrow('did not start')
    door.enter({ isFirst: false, line: 'rita' }, () => started.push('b'))
    turns.shift()?.()
    expect(started).toEqual(['b'])
  })
})
