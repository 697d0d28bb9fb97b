import { createCli, type Cli } from '#mocks/cli.ts'
import { startServerProcess } from '#testing/servers/serverProcess.ts'

const TOKEN = 'c41d7f05b29e6a83d50f1c8e7b36a924'

/** The real server: a process of its own, its database on disk. Bundled (`dist/service`), which halves the cost of a start. */
export type RealServer = {
  url: string
  /** Its administrator's. */
  token: string
  /** The sign-in link printed at its last start. */
  signInLink(): string
  /** A simulated CLI that calls it. */
  cli(environment?: Record<string, string>): Cli
  /** An access token for a client, whose name is shown as the holder's token. */
  cliNamed(name: string, environment?: Record<string, string>): Promise<Cli>
  /** Another user, who is an operator and is created with an access token; returns the token. */
  addUser(login: string): Promise<string>
  /** A client of another user, who is an operator and is created for it. */
  cliOfUser(login: string): Promise<Cli>
  /** Replaces the rules of approvals. */
  setRules(rules: readonly object[]): Promise<void>
  /** `mark`, in a browser, marks all changes of credentials as seen: now, and after each token of `cliNamed`. */
  knowsCredentials(mark: () => Promise<void>): Promise<void>
  /** Advances its clock, so that no test waits five minutes for a lease to expire. */
  advance(ms: number): Promise<void>
  /** `kill -9`, unless another signal is given. */
  kill(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts one; `env`: what it needs besides. */
export async function startServer({ env = {} }: { env?: Record<string, string> } = {}): Promise<RealServer> {
  const server = await startServerProcess({ HOLDFAST_ACCESS_TOKEN: TOKEN, ...env })
  const { url } = server
  /** A call by the administrator. */
  const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `token ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as unknown
  }
  const post = (path: string, body: object) => send('POST', path, body)
  const withToken = (value: string, environment: Record<string, string> = {}) =>
    createCli({ fetch: (request) => fetch(request), url, token: value, environment })
  let markSeen = async () => {}
  const addUser = async (login: string) => {
    const { id } = (await post('/api/ui/users', { login, name: login, role: 'operator' })) as { id: string }
    const { value } = (await post(`/api/ui/users/${id}/tokens`, { name: login })) as { value: string }
    await markSeen()
    return value
  }
  return {
    ...server,
    async knowsCredentials(mark) {
      markSeen = mark
      await mark()
    },
    cli: (environment) => withToken(TOKEN, environment),
    async cliNamed(name, environment) {
      const { value } = (await post('/api/ui/tokens', { name })) as { value: string }
      await markSeen()
      return withToken(value, environment)
    },
    addUser,
    cliOfUser: async (login) => withToken(await addUser(login)),
    setRules: async (rules) => void (await send('PUT', '/api/ui/approval-rules', { rules })),
    stop: server.remove,
  }
}
