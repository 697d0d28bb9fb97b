import { expose } from 'comlink'
import type { OpenedApi } from './openedApi.ts'

// In a worker, so that the page stays usable while 85 MB are parsed, verified and searched for repairs. Imported
// dynamically: its database is loaded at the top level, and what the page sends meanwhile would be lost.
const api = import('./openedApi.ts').then(({ createOpenedApi }) => createOpenedApi())

expose({
  open: async (...given) => (await api).open(...given),
  answer: async (request) => (await api).answer(request),
} satisfies OpenedApi)
