import path from 'node:path'

/** The environment that `npm start` gives the service (`scripts/start.js`), for processes started by tests. */
export const serviceEnvironment = {
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.cache/compiled'),
  MALLOC_ARENA_MAX: '1',
}
