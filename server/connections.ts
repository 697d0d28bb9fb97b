import { ClientConnection, type Socket } from './connection.ts'
import { networkOf } from './network.ts'

/** The share of one address in all connections: everyone behind a proxy has its address. */
export const ADDRESS_SHARE = 1 / 2

/**
 * The open connections of a process, of which there are at most `most`. A new one is always let in, because it may be
 * that of an update; instead, the one with the least claim of the address with the most connections is closed: one that
 * has shown no credentials, else an idle one, else one of the user who has the most. Connections of running updates stay.
 */
export type Connections = {
  /** Adds a connection; `drop` closes it. Undefined if it is not let in: all others are those of updates. */
  add(address: string | null, drop: () => void, socket?: Socket): ClientConnection | undefined
}

type Open = { connection: ClientConnection; drop: () => void }

export function createConnections(most: number): Connections {
  const networks = new Map<string, Set<Open>>()
  let all = 0

  function remove(network: string, open: Open): void {
    const those = networks.get(network)
    if (those?.delete(open) !== true) return
    all -= 1
    if (those.size === 0) networks.delete(network)
  }

  /** Closes one connection of a network; false if all of them stay. */
  function makeRoom(network: string): boolean {
    const least = leastClaim(networks.get(network) ?? [])
    if (least === undefined) return false
    remove(network, least)
    least.drop()
    return true
  }

  return {
    add(address, drop, socket) {
      const network = networkOf(address)
      const mostOfOne = Math.ceil(most * ADDRESS_SHARE)
      if ((networks.get(network)?.size ?? 0) >= mostOfOne && !makeRoom(network)) return undefined
      if (all >= most) {
        const [largest] = [...networks].toSorted(([, a], [, b]) => b.size - a.size)
        if (largest === undefined || !makeRoom(largest[0])) return undefined
      }
      const open: Open = { connection: new ClientConnection(performance.now(), socket), drop }
      const those = networks.get(network) ?? new Set()
      networks.set(network, those.add(open))
      all += 1
      open.connection.onClose(() => remove(network, open))
      return open.connection
    },
  }
}

function leastClaim(those: Iterable<Open>): Open | undefined {
  const perUser = new Map<string, Open[]>()
  let idle: Open | undefined
  for (const open of those) {
    const { claim, active, idleSince } = open.connection
    if (claim === undefined) return open // the oldest of its kind
    if (claim.of === 'lease') continue
    if (active === 0 && idleSince < (idle?.connection.idleSince ?? Infinity)) idle = open
    const own = perUser.get(claim.id)
    if (own === undefined) perUser.set(claim.id, [open])
    else own.push(open)
  }
  if (idle !== undefined) return idle
  const [most] = [...perUser.values()].toSorted((a, b) => b.length - a.length)
  return most?.[0]
}
