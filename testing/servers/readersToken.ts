import { CreatedToken } from '#contract/session.ts'
import type { ServerProcess } from './serverProcess.ts'

/** Creates a user with the role of a reader on a server, and returns a token of theirs with the scope `read`. */
export async function readersToken(server: Pick<ServerProcess, 'url' | 'token'>, login = 'rita'): Promise<string> {
  const call = async (to: string, body: unknown): Promise<unknown> => {
    const headers = { authorization: `token ${server.token}`, 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/api/ui${to}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const user = (await call('/users', { login, name: login, role: 'reader' })) as { id: string }
  return CreatedToken.parse(await call(`/users/${user.id}/tokens`, { name: 'laptop', scope: 'read' })).value
}
