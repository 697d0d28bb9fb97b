import { checkStateText } from './stateCheck.ts'

// Beside the page's thread: a state of 100 MB is read and verified while the page stays usable.
addEventListener('message', ({ data }: MessageEvent<{ id: number; text: string }>) => {
  postMessage({ id: data.id, check: checkStateText(data.text) })
})
