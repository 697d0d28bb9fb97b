import { UnreadableFile } from '#src/lib/fileText.ts'
import { createOfflineApi } from './offlineApi.ts'
import { type Answer, type Call, invoke } from './protocol.ts'

// Beside the page's thread: 85 MB are read, verified and searched for repairs while the page stays usable.
const api = createOfflineApi()
const reply = (answer: Answer) => postMessage(answer)

addEventListener('message', ({ data }: MessageEvent<Call>) => {
  invoke(api, data).then(
    (value) => reply({ id: data.id, ok: true, value }),
    (error: unknown) =>
      reply({
        id: data.id,
        ok: false,
        message: error instanceof Error ? error.message : 'something that is no error was thrown',
        isUnreadable: error instanceof UnreadableFile,
      }),
  )
})
