export type Fetch = (request: Request) => Response | Promise<Response>

/** A refusal, as the CLI would print it. */
export class CliRefusal extends Error {
  readonly status: number
  readonly body: { code?: number; message?: string }
  readonly warning: string | null
  constructor(status: number, body: { code?: number; message?: string }, warning: string | null) {
    super(`[${status}] ${body.message ?? ''}`)
    this.status = status
    this.body = body
    this.warning = warning
  }
}

export type CallOptions = {
  fetch: Fetch
  url: string
  token: string
  version: string
  /** Whether large bodies are compressed, as the CLI does; without it a story takes half the time. */
  compresses: boolean
  /** Pauses between the attempts of a call, in milliseconds. Without it, no call is repeated. */
  pause?: ((ms: number) => void | Promise<void>) | undefined
}

/** `text` is a body to be sent byte by byte. */
export type Call = { body?: unknown; text?: string; lease?: string; gzip?: boolean; command?: string }

/** Makes a call, and returns what its answer holds. */
export type Send = <T = unknown>(method: string, path: string, call?: Call) => Promise<T>

/** Pauses between the attempts of a repeated call, in milliseconds (docs/protocol.md, Requests and retries). */
const PAUSES = [1000, 2000, 4000]
/** Repeated as well as every GET and every call inside an update. */
const REPEATED = /\/(cancel|(batch-)?(en|de)crypt)$/

/** Calls with the headers of a CLI, its compression and its repetitions. */
export function createCalls({ fetch, url, token, version, compresses, pause }: CallOptions): Send {
  /**
   * Sends a request, and repeats it after a network error, a 5xx or a 429, as often as there are pauses
   * (docs/protocol.md, Requests and retries).
   */
  async function attempt(request: () => Request, pauses: number[]): Promise<Response> {
    const [wait, ...left] = pauses
    const mayRepeat = pause !== undefined && wait !== undefined
    let response: Response
    try {
      response = await fetch(request())
    } catch (error) {
      if (!mayRepeat) throw error
      await pause(wait)
      return attempt(request, left)
    }
    if (!mayRepeat || (response.status < 500 && response.status !== 429)) return response
    const asked = response.status === 429 ? Number(response.headers.get('retry-after') ?? 0) * 1000 : 0
    await pause(Math.min(30_000, asked) || wait)
    return attempt(request, left)
  }

  return async function call<T = unknown>(
    method: string,
    path: string,
    { body, text = body === undefined ? undefined : JSON.stringify(body), lease, gzip, command = 'up' }: Call = {},
  ): Promise<T> {
    const isGzip = gzip === true && compresses
    const sent = text === undefined ? undefined : isGzip ? await gzipped(text) : text
    const request = () =>
      new Request(`${url}${path}`, {
        method,
        headers: {
          accept: 'application/vnd.pulumi+9',
          'content-type': 'application/json',
          'user-agent': `pulumi-cli/1 (${version}; linux; cmd=${command})`,
          authorization: lease === undefined ? `token ${token}` : `update-token ${lease}`,
          ...(isGzip ? { 'content-encoding': 'gzip' } : {}),
        },
        ...(sent === undefined ? {} : { body: sent }),
      })
    const isRepeated = method === 'GET' || lease !== undefined || REPEATED.test(path)
    const response = await attempt(request, isRepeated ? PAUSES : [])
    const answer = await response.text()
    if (!response.ok) throw new CliRefusal(response.status, safeJson(answer), response.headers.get('x-pulumi-warning'))
    return (answer === '' ? undefined : JSON.parse(answer)) as T
  }
}

async function gzipped(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function safeJson(text: string): { code?: number; message?: string } {
  try {
    return JSON.parse(text) as { code?: number; message?: string }
  } catch {
    return { message: text.slice(0, 200) }
  }
}
