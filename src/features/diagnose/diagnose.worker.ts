import { UnreadableFile } from '#src/lib/fileText.ts'
import { diagnoseText } from './diagnoseText.ts'
import type { DiagnoseAnswer } from './diagnoseThread.ts'

// Beside the page's thread: a log of 200 MB is searched while the page stays usable.
addEventListener('message', ({ data }: MessageEvent<{ id: number; file: Blob }>) => {
  const reply = (answer: DiagnoseAnswer) => postMessage(answer)
  diagnoseText(data.file).then(
    (diagnosed) => reply({ id: data.id, ok: true, diagnosed }),
    (error: unknown) =>
      reply({
        id: data.id,
        ok: false,
        message: error instanceof UnreadableFile ? error.message : undefined,
      }),
  )
})
