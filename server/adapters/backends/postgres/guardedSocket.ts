import type { LookupAddress } from 'node:dns'
import { isIP, Socket } from 'node:net'
import { type DatabasePlace, isSameHost, ownPlace, samePlace } from '#domain/backends/address.ts'
import { isMetadataHost } from '#domain/backends/metadataHosts.ts'
import {
  giveAddresses,
  guardedLookup,
  LEADS_TO_METADATA,
  LEADS_TO_OWN_DATABASE,
  type Reach,
  refusal,
} from '../reach.ts'

/**
 * A socket for the driver: it looks up the host, fails with a code of `reach.ts` if one of the addresses is a metadata
 * service or this server's own database, and connects to these addresses.
 */
export function guardedSocket(target: DatabasePlace, reach: Reach): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  const open = async (port: number, host: string) => {
    const addresses = await addressesOf(host, reach)
    await refuseOwn(addresses, target, reach)
    if (socket.destroyed) return
    connect({ port, host, lookup: (_, options, give) => giveAddresses(addresses, options, give) })
  }
  return Object.assign(socket, {
    /** As the driver calls it: with a port and a host, or with the path of a socket. */
    connect(at: number | string, host?: string) {
      const opening =
        typeof at === 'string' && host === undefined ? openPath(at) : open(Number(at), host ?? 'localhost')
      opening.catch((error: Error) => socket.destroy(error))
      return socket
    },
  })

  async function openPath(path: string) {
    await refuseOwn([{ address: target.host, family: 0 }], target, reach)
    connect(path)
  }
}

/** The addresses of a host, of which none is a metadata service. */
function addressesOf(host: string, reach: Reach): Promise<LookupAddress[]> {
  if (isMetadataHost(host)) return Promise.reject(refusal(LEADS_TO_METADATA))
  const family = isIP(host)
  if (family !== 0) return Promise.resolve([{ address: host, family }])
  return new Promise((resolve, reject) =>
    guardedLookup(reach)(host, { all: true }, (error, found) =>
      error ? reject(error) : resolve(Array.isArray(found) ? found : []),
    ),
  )
}

/** This server's own database may have another name, or be one of the addresses behind a name. */
async function refuseOwn(addresses: LookupAddress[], target: DatabasePlace, { ownDatabase, ...reach }: Reach) {
  const own = ownDatabase === undefined ? undefined : ownPlace(ownDatabase)
  if (own === undefined || !samePlace(own, target)) return
  // A database that this server cannot find is none that a backend leads to.
  const ours = own.host.startsWith('/') ? [] : await addressesOf(own.host, reach).catch(() => [])
  const hosts = [own.host, ...ours.map(({ address }) => address)]
  if (addresses.some(({ address }) => hosts.some((host) => isSameHost(host, address))))
    throw refusal(LEADS_TO_OWN_DATABASE)
}
