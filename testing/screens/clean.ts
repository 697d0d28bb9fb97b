// Every screen test starts with an empty page, empty storage and this machine's clock. Files share a process, one after the
// other, so the module state of the console is reset here.
import { turnsTaken } from './jitter.ts' // first: React's scheduler must find what is replaced here
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import type { StoreApi } from 'zustand'
import { setLiveState } from '#src/api/live/liveState.ts'
import { useRecents } from '#src/app/palette/recents.ts'
import { useOutline } from '#src/features/graph/outline.ts'
import { usePreferences } from '#src/lib/preferences.ts'
import { useWatchedRuns } from '#src/features/updates/watch/watched.ts'
import { useDocumentMarks } from '#src/lib/documentMark.ts'
import { useServerClock } from '#src/lib/serverClock.ts'
import { writeTimesIn } from '#words/time.ts'

const START = location.href
type HappyWindow = { happyDOM: { setURL(url: string): void } }

configure({
  asyncUtilTimeout: 60_000, // chunks are compiled on first use: under load 13 those of the graph took more than 20 s
  getElementError,
})

/** As in testing-library, but the page is printed when the message is read, not at each poll of a `findBy`. */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  let text: string | undefined
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
  })
  return error
}

/**
 * Requests without a server, or after the end of a test, fail at once: happy-dom would connect to port 3000 and print
 * the refusal.
 */
globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))

// React Flow asks events of the mouse for their window, which user-event leaves out.
for (const type of ['mousedown', 'mousemove', 'mouseup'])
  window.addEventListener(type, (event) => Object.defineProperty(event, 'view', { value: window }), true)

afterEach(() => {
  cleanup() // while the server still answers: a page reports that it was left
  vi.unstubAllGlobals()
  useServerClock.setState({ offsetMs: 0 })
  setLiveState({ state: 'connecting' })
  putBack(usePreferences)
  writeTimesIn('local')
  putBack(useRecents)
  putBack(useWatchedRuns)
  putBack(useOutline)
  putBack(useDocumentMarks)
  localStorage.clear()
  sessionStorage.clear()
  // A download leads happy-dom to the address of its blob, from which no other can be made.
  if (location.href.startsWith('blob:')) (window as unknown as HappyWindow).happyDOM.setURL(START)
})
afterAll(turnsTaken)

function putBack<State>(store: Pick<StoreApi<State>, 'getInitialState' | 'setState'>): void {
  store.setState(store.getInitialState(), true)
}
