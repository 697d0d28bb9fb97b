import { describe, expect, it } from 'vitest'
import type { Claim } from './connection.ts'
import { createConnections } from './connections.ts'

/** Connections by name; `open` lists those not closed. */
function scene(most: number) {
  const connections = createConnections(most)
  const open: string[] = []
  return {
    open,
    add(name: string, address: string, claim?: Claim, active = 0) {
      const close = () => {
        open.splice(open.indexOf(name), 1)
        connection?.close('server')
      }
      const connection = connections.add(address, close)
      if (connection === undefined) return false
      open.push(name)
      if (claim !== undefined) connection.claim = claim
      connection.active = active
      return true
    },
  }
}

const RITA: Claim = { of: 'user', id: 'rita' }
const OTTO: Claim = { of: 'user', id: 'otto' }
const LEASE: Claim = { of: 'lease' }
const PROXY = '192.0.2.1'

describe('the limit of connections', () => {
  it('closes the oldest without credentials for a new one from the same address', () => {
    const { add, open } = scene(8)
    add('signed in', PROXY, OTTO)
    for (const name of ['a', 'b', 'c', 'new']) add(name, PROXY)
    expect(open).toEqual(['signed in', 'b', 'c', 'new'])
  })

  it('closes idle ones before busy ones, and of busy ones that of the user who has the most', () => {
    const { add, open } = scene(8)
    add('live', PROXY, OTTO, 1)
    add('idle', PROXY, OTTO)
    for (const name of ['r1', 'r2', 'r3', 'r4']) add(name, PROXY, RITA, 1)
    expect(open).toEqual(['live', 'r2', 'r3', 'r4'])
  })

  it('never closes one of a running update', () => {
    const { add, open } = scene(4)
    for (const name of ['l1', 'l2']) add(name, PROXY, LEASE)
    expect(add('new', PROXY)).toBe(false)
    expect(open).toEqual(['l1', 'l2'])
  })

  it('gives one address half of all, and of all addresses takes from the one with the most', () => {
    const { add, open } = scene(4)
    for (const name of ['a', 'b', 'c']) add(name, '192.0.2.7')
    expect(open).toEqual(['b', 'c'])
    for (const name of ['x', 'y', 'z']) add(name, `192.0.2.${name.charCodeAt(0)}`)
    expect(open).toEqual(['c', 'x', 'y', 'z'])
  })
})
