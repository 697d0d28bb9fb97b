import { OPENED_ORG } from '#contract/openedFiles.ts'
import { REQUEST_ID_HEADER } from '#contract/problem.ts'
import { SEQ_HEADER } from '#contract/events.ts'

/** A request as calls of the API make it. */
export type Sent = {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
  keepalive?: boolean
}
type Answer = (path: string, sent: Sent) => Promise<Response>

/** Answers requests about files that are opened in this browser; undefined while none are. */
let opened: Answer | undefined

/** From now on requests about opened files are answered by this function, in this browser. */
export const answerOpened = (answer: Answer): void => void (opened = answer)

/** Sends a request to the server; one about opened files never leaves the browser. */
export function send(path: string, sent: Sent): Promise<Response> {
  if (!isAboutOpened(path)) return fetch(path, { credentials: 'same-origin', ...sent })
  return opened === undefined ? Promise.resolve(closed()) : answeredHere(opened, path, sent)
}

async function answeredHere(answer: Answer, path: string, sent: Sent): Promise<Response> {
  const response = await answer(path, sent)
  sent.signal?.throwIfAborted()
  // It has news of its own, which say nothing about those of the server.
  response.headers.delete(SEQ_HEADER)
  return response
}

/** Whether a request is about opened files: their organization is a part of its path, or begins a stack in its query. */
export function isAboutOpened(path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'http://page')
  return (
    pathname.split('/').includes(OPENED_ORG) ||
    [...searchParams.values()].some((value) => value === OPENED_ORG || value.startsWith(`${OPENED_ORG}/`))
  )
}

/** After a reload nothing is open. */
const closed = (): Response =>
  Response.json(
    {
      status: 404,
      code: 'not_found',
      detail: 'Files that are opened in a browser are closed by a reload: open them again under Tools.',
      requestId: '',
    },
    { status: 404, headers: { [REQUEST_ID_HEADER]: '' } },
  )

/** Whether files are open in this browser. */
export const isAnythingOpen = (): boolean => opened !== undefined
