import { Agent, request } from 'node:http'

/**
 * A client that holds a lease, as a process that tests stop and kill: `node leaseHolder.ts '{"url": …}'`. It renews
 * every `everyMs` on a kept-alive connection, as the CLI does, and prints a line for each answer.
 */
export type LeaseHolderOptions = {
  /** Address of the update: `…/api/stacks/ORG/PROJECT/STACK/update/ID`. */
  url: string
  leaseToken: string
  everyMs: number
  /** How long it keeps an idle connection. */
  idleMs?: number
  /** Headers of each call, for example those of a proxy in between. */
  headers?: Record<string, string>
}

const { url, leaseToken, everyMs, idleMs = 90_000, headers } = JSON.parse(process.argv[2] ?? '{}') as LeaseHolderOptions
const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: idleMs })

function renew(): void {
  const call = request(
    `${url}/renew_lease`,
    {
      agent: headers?.['connection'] === 'close' ? false : agent,
      method: 'POST',
      headers: { authorization: `update-token ${leaseToken}`, 'content-type': 'application/json', ...headers },
    },
    (response) => response.resume().on('end', () => process.stdout.write(`${response.statusCode}\n`)),
  )
  call.end(JSON.stringify({ duration: 300 }))
}

renew()
setTimeout(renew, 50)
setInterval(renew, everyMs)
