import { Approvals } from '#contract/approvals.ts'
import { CreatedToken } from '#contract/session.ts'
import type { CliOptions } from '#mocks/cli.ts'
import { answerOf } from '../approvals/answers.ts'
import type { SentRule } from '../approvals/world.ts'
import type { ServerProcess } from './serverProcess.ts'

type Address = Pick<ServerProcess, 'url' | 'token'>

const BUCKET = 'aws:s3/bucket:Bucket'

/** Calls of the console's API of a server process, as its administrator or with another token. */
export function consoleOf({ url, token }: Address) {
  return async (method: string, to: string, body?: unknown, as = token): Promise<unknown> => {
    const headers = { authorization: `token ${as}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url}/api/ui${to}`, { method, headers, ...sent })
    if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

/** Replaces the rules of a server. */
export const setRules = (server: Address, rules: readonly SentRule[]): Promise<unknown> =>
  consoleOf(server)('PUT', '/approval-rules', { rules })

/** Adds an operator to a server, who may allow steps; returns a token of theirs. */
export async function addApprover(server: Address, login: string): Promise<string> {
  const call = consoleOf(server)
  const user = (await call('POST', '/users', { login, name: login, role: 'operator' })) as { id: string }
  const token = await call('POST', `/users/${user.id}/tokens`, { name: 'phone', scope: 'operate' })
  return CreatedToken.parse(token).value
}

/** The steps that wait on a server, of one stack. */
export async function waitingOf(server: Address, stack: string) {
  const { approvals } = Approvals.parse(await consoleOf(server)('GET', '/approvals'))
  return approvals.filter((one) => one.stack.stack === stack)
}

/** Waits until a step of a stack waits on a server; returns its id. */
export async function heldOn(server: Address, stack: string): Promise<string> {
  for (;;) {
    const [first] = await waitingOf(server, stack)
    if (first !== undefined) return first.id
    await new Promise((done) => setTimeout(done, 20))
  }
}

export const decideOn = (server: Address, stack: string, id: string, token: string, allow = true): Promise<unknown> =>
  consoleOf(server)(
    'POST',
    `/stacks/organization/shop/${stack}/approvals/decide`,
    { ids: [id], allow, reason: allow ? '' : 'not now' },
    token,
  )

/** A run on a new stack with a bucket, and the begin of its delete, which is held; `begun` is what the client is told. */
export async function heldRun(server: Pick<ServerProcess, 'cli'>, stack: string, more: Partial<CliOptions> = {}) {
  const ref = { org: 'organization', project: 'shop', stack }
  const cli = server.cli(more)
  await cli.initStack(ref)
  const first = await cli.start(ref)
  await first.does('creating', { type: BUCKET, name: 'data' })
  await first.complete()
  const run = await cli.start(ref)
  const resource = (run.base.deployment.resources ?? []).find(({ type }) => type === BUCKET)
  const entry = run.entry(0, { operationID: 1, operation: { type: 'deleting', resource } })
  const send = () => answerOf(run.journal([entry]))
  const pending = async () => (await server.cli().exportState(ref)).deployment.pending_operations?.length ?? 0
  return { ref, cli, run, send, begun: send(), pending }
}
