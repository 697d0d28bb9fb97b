import { answerOpened } from '#src/api/http/transport.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { serverNow } from '#src/lib/serverClock.ts'
import { startThread, type Thread } from '#src/lib/thread.ts'
import type { Opened, OpenedApi } from './openedApi.ts'

const start = (): Thread<OpenedApi> =>
  startThread(
    () => new Worker(new URL('./opened.worker.ts', import.meta.url), { type: 'module', name: 'opened files' }),
    // In tests only: a browser would load the whole service a second time.
    async () => {
      if (import.meta.env.PROD) throw new Error('there are no workers here')
      return (await import('./openedApi.ts')).createOpenedApi()
    },
  )

/** The worker that answers for opened files, as long as this page lives: a reload closes them. */
let thread: Thread<OpenedApi> | undefined

/** From which files the stacks that are open were read, and when; a folder or a zip is not named. */
let read: { stacks: Opened['stacks']; at: number } = { stacks: [], at: 0 }

/** The file of a stack that is open, and when it was opened; undefined for one of a folder. */
export function openedFrom({
  project,
  stack,
}: {
  project: string
  stack: string
}): { file: string; at: number } | undefined {
  const from = read.stacks.find((each) => each.project === project && each.stack === stack)?.from
  return from === undefined ? undefined : { file: from, at: read.at }
}

/**
 * Opens files in this browser, in the place of those before: from then on requests about `OPENED_ORG` are answered
 * here. Nothing is sent anywhere. Throws `UnreadableFile`.
 */
export async function openFiles(files: readonly ChosenFile[]): Promise<Opened> {
  thread ??= start()
  const { call } = thread
  const opened = await call('open', files, Math.round(serverNow() - Date.now()))
  read = { stacks: opened.stacks, at: serverNow() }
  answerOpened(async (path, { method = 'GET', headers = {}, body }) => {
    const reply = await call('answer', { method, path, headers, ...(body !== undefined && { body }) })
    return new Response(reply.body, { status: reply.status, headers: reply.headers })
  })
  return opened
}
