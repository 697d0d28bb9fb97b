import { Agent, request as httpRequest } from 'node:http'
import type { Call } from './recordedUpdate.ts'

export type Answer = { status: number; body: Buffer; ms: number }
type Sent = { method: string; path: string; body?: Buffer | undefined; headers: Record<string, string> }

/**
 * One kept-alive connection, one call at a time, with as little work of its own as possible: measures what a client
 * waits for.
 */
export function createClient(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)
  const send = ({ method, path, body, headers }: Sent): Promise<Answer> =>
    new Promise((answered, failed) => {
      const since = performance.now()
      const length = body === undefined ? {} : { 'content-length': String(body.byteLength) }
      const outgoing = httpRequest({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
      outgoing.once('error', failed)
      outgoing.once('response', (incoming) => {
        const parts: Buffer[] = []
        incoming.on('data', (part: Buffer) => parts.push(part))
        incoming.once('error', failed)
        incoming.once('end', () =>
          answered({ status: incoming.statusCode ?? 0, body: Buffer.concat(parts), ms: performance.now() - since }),
        )
      })
      outgoing.end(body)
    })
  return { send, close: () => agent.destroy() }
}
export type Client = ReturnType<typeof createClient>

const AGENT = 'pulumi-cli/1 (v3.260.0; linux; cmd=up)'
const headersOf = (authorization: string, isGzip: boolean) => ({
  accept: 'application/vnd.pulumi+9',
  'content-type': 'application/json',
  'user-agent': AGENT,
  authorization,
  ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
})

/** Makes a stack. */
export async function initStack(client: Client, token: string, stack: string): Promise<void> {
  const body = Buffer.from(JSON.stringify({ stackName: stack, tags: { 'pulumi:project': 'webshop' } }))
  const path = '/api/stacks/organization/webshop'
  const { status } = await client.send({ method: 'POST', path, body, headers: headersOf(`token ${token}`, false) })
  if (status !== 200) throw new Error(`creating stack ${stack} returned ${status}`)
}

export type Timing = { what: Call['what']; ms: number }

/**
 * Plays an update, each call as soon as the former is answered and `beforeEach` has ended. Throws for an unsuccessful
 * answer.
 */
export async function play(
  client: Client,
  token: string,
  calls: readonly Call[],
  beforeEach?: () => Promise<unknown>,
): Promise<Timing[]> {
  let [id, lease] = ['', '']
  const timings: Timing[] = []
  for (const { what, method, path, underLease, isGzip, body } of calls) {
    await beforeEach?.()
    const headers = headersOf(underLease ? `update-token ${lease}` : `token ${token}`, isGzip)
    const answer = await client.send({ method, path: path.replace(':update', id), body, headers })
    if (answer.status >= 300) throw new Error(`${method} ${path} returned ${answer.status}: ${answer.body.toString()}`)
    if (what === 'create') id = (JSON.parse(answer.body.toString()) as { updateID: string }).updateID
    if (what === 'start') lease = (JSON.parse(answer.body.toString()) as { token: string }).token
    timings.push({ what, ms: answer.ms })
  }
  return timings
}

type UpdateCall = (method: string, path: string, body: unknown) => Promise<Answer>

/** Starts an update and returns the function that calls under its lease. Throws for an unsuccessful answer. */
export async function startUpdate(
  client: Client,
  token: string,
  stack: string,
  { isJournal }: { isJournal: boolean },
): Promise<UpdateCall> {
  const at = `/api/stacks/organization/webshop/${stack}/update`
  const call =
    (authorization: string): UpdateCall =>
    async (method, path, given) => {
      const body = Buffer.isBuffer(given) ? given : Buffer.from(JSON.stringify(given))
      const answer = await client.send({ method, path, body, headers: headersOf(authorization, false) })
      if (answer.status >= 300)
        throw new Error(`${method} ${path} returned ${answer.status}: ${answer.body.toString()}`)
      return answer
    }
  const person = call(`token ${token}`)
  const { updateID } = JSON.parse((await person('POST', at, { config: {} })).body.toString()) as { updateID: string }
  const started = await person('POST', `${at}/${updateID}`, isJournal ? { journalVersion: 1 } : {})
  const { token: lease } = JSON.parse(started.body.toString()) as { token: string }
  const own = call(`update-token ${lease}`)
  return (method, path, body) => own(method, `${at}/${updateID}/${path}`, body)
}

/** Number of resources in the stack, without the root and providers. */
export async function resourceCount(client: Client, token: string, stack: string): Promise<number> {
  const path = `/api/stacks/organization/webshop/${stack}/export`
  const { body } = await client.send({ method: 'GET', path, headers: headersOf(`token ${token}`, false) })
  const document = JSON.parse(body.toString()) as { deployment: { resources: { urn: string }[] } }
  return document.deployment.resources.filter(({ urn }) => urn.includes('::thing-')).length
}
