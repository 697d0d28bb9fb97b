import path from 'node:path'

/** For the environment of a process that a test starts: what `npm start` gives it (`scripts/start.js`). */
export const serviceEnvironment = {
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.cache/compiled'),
  MALLOC_ARENA_MAX: '1',
}
