import { lookup as resolveBySystem, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isMetadataHost, metadataProblem } from '#domain/backends/metadataHosts.ts'
import { BackendError } from '#server/blobs/port.ts'

/** Resolves a name to all its addresses. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Where backends may be: `resolve` is the system's, tests have others; `ownDatabase` is the address of this server's. */
export type Reach = { resolve?: Resolve; ownDatabase?: string | undefined }

/** Codes of errors for addresses that are no backend: the libraries of vendors pass on the code of an error alone. */
export const LEADS_TO_METADATA = 'ERR_LEADS_TO_METADATA'
export const LEADS_TO_OWN_DATABASE = 'ERR_LEADS_TO_OWN_DATABASE'

export const refusal = (code: string): Error => Object.assign(new Error(code), { code })

/**
 * A `lookup` for sockets that fails with the code `ERR_LEADS_TO_METADATA` if one of the addresses of a name is a metadata
 * service. A socket connects to what it returns, so that nothing can change between check and connection; a host that is
 * an address itself is never looked up: see `refuseMetadata`.
 */
export function guardedLookup({ resolve = resolveBySystem }: Reach): LookupFunction {
  return (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) callback(error, [])
      else if (isMetadataHost(host) || addresses.some(({ address }) => isMetadataHost(address)))
        callback(refusal(LEADS_TO_METADATA), [])
      else giveAddresses(addresses, options, callback)
    })
}

/** Answers a lookup as Node asks for it: with all addresses, or with the first. */
export function giveAddresses(
  addresses: LookupAddress[],
  { all }: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses
  if (all === true) callback(null, addresses)
  else callback(null, first?.address ?? '', first?.family)
}

/** Throws `BackendError` if a host is a metadata service by its own words. */
export function refuseMetadata(host: string): void {
  if (isMetadataHost(host)) throw new BackendError({ kind: 'address', problem: metadataProblem(host, 'is') })
}

/** What keeps connections to a bucket open, and connects to no metadata service. */
export type Agents = { http: HttpAgent; https: HttpsAgent; close(): void }

export function guardedAgents(reach: Reach): Agents {
  const options = { keepAlive: true, lookup: guardedLookup(reach) }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  return {
    ...agents,
    close() {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
