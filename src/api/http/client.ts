import type { CallInput, Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { ProblemDetails, type ProblemCode, REQUEST_ID_HEADER } from '#contract/problem.ts'
import { observeServerTime } from '#src/lib/serverClock.ts'
import { ApiProblem, unreachable } from './problem.ts'
import { send, type Sent } from './transport.ts'
import { seenByPage } from '../live/seenSeq.ts'
import { notifySignedOut } from './signedOut.ts'

/** `keepalive`: the request is sent even if the page is left meanwhile. */
type SendOptions = { keepalive?: boolean }
type LooseInput = { params?: Record<string, string> | undefined; query?: unknown; body?: unknown }

/**
 * Calls the console's API. Path, query, body and reply are those of the endpoint; the reply is parsed. Throws
 * `ApiProblem` for every refusal and when the server was not reached. An abort stays an abort.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
  options?: SendOptions,
): Promise<ReplyOf<E>>
export async function call(
  endpoint: Endpoint,
  input: LooseInput,
  signal?: AbortSignal,
  options: SendOptions = {},
): Promise<unknown> {
  const sentAt = Date.now()
  const response = await sendTo(endpoint, input, signal, options)
  if (!response.ok) throw await refusal(response)
  seenByPage.note(response)
  const reply = endpoint.reply.safeParse(await response.json().catch(() => undefined))
  signal?.throwIfAborted()
  if (!reply.success) throw notUnderstood(response)
  noteServerTime(reply.data, (sentAt + Date.now()) / 2)
  return reply.data
}

/**
 * Whether an address has a file that this user may read; the file itself is not read. Throws `ApiProblem` like `call`.
 */
export async function tryFile(address: string): Promise<void> {
  const reading = new AbortController()
  await fileAt(address, reading.signal)
  reading.abort()
}

/** A file as text. Throws `ApiProblem` like `call`; an abort stays an abort. */
export async function textOfFile(address: string, signal?: AbortSignal): Promise<string> {
  const response = await fileAt(address, signal)
  return response.text().catch((error: unknown) => {
    throw unanswered(error, signal)
  })
}

async function fileAt(address: string, signal: AbortSignal | undefined): Promise<Response> {
  const response = await sent(address, signal ? { signal } : {})
  if (!response.ok) throw await refusal(response)
  return response
}

const sent = (path: string, init: Sent): Promise<Response> =>
  send(path, init).catch((error: unknown) => {
    throw unanswered(error, init.signal)
  })

/** The error of a request that was not answered, unless it was aborted or already has its sentence. */
const unanswered = (error: unknown, signal: AbortSignal | undefined): unknown =>
  signal?.aborted || error instanceof ApiProblem ? error : unreachable()

async function sendTo(
  endpoint: Endpoint,
  { params = {}, query, body }: LooseInput,
  signal: AbortSignal | undefined,
  { keepalive = false }: SendOptions,
): Promise<Response> {
  return sent(pathOf(endpoint.path, params) + searchOf(query), {
    method: endpoint.method,
    headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  })
}

function pathOf(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    // Escaping leaves dots as they are, and the browser would resolve them to another address.
    if (value === undefined || value === '' || value === '.' || value === '..') throw noSuchName(value ?? name)
    return encodeURIComponent(value)
  })
}

function searchOf(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

async function refusal(response: Response): Promise<ApiProblem> {
  const parsed = ProblemDetails.safeParse(await response.json().catch(() => undefined))
  const problem = new ApiProblem(parsed.success ? parsed.data : guessed(response))
  if (problem.code === 'not_signed_in') notifySignedOut()
  return problem
}

const guesses: Partial<Record<number, ProblemCode>> = {
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  429: 'too_many_requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}

/** Something between the console and its server answered, most likely a proxy. */
const guessed = (response: Response): ProblemDetails => ({
  status: response.status,
  code: guesses[response.status] ?? (response.status >= 500 ? 'unavailable' : 'bad_request'),
  detail: `Something between here and the server answered ${response.status} without saying why.`,
  requestId: requestIdOf(response),
})

const notUnderstood = (response: Response): ApiProblem =>
  new ApiProblem({
    status: response.status,
    code: 'internal',
    detail:
      'The answer of the server is not what this page expects. The server may have been updated since the page was opened: reload it.',
    requestId: requestIdOf(response),
  })

const noSuchName = (name: string): ApiProblem =>
  new ApiProblem({ status: 404, code: 'not_found', detail: `Nothing can be called “${name}”.`, requestId: '' })

const requestIdOf = (response: Response): string => response.headers.get(REQUEST_ID_HEADER) ?? ''

/** Replies with countdowns carry `now`; half of the round trip is the best estimate of its age. */
function noteServerTime(reply: unknown, saidAt: number): void {
  if (typeof reply === 'object' && reply !== null && 'now' in reply && typeof reply.now === 'number') {
    observeServerTime(reply.now, saidAt)
  }
}
