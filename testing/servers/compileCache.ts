import path from 'node:path'

/** For the environment of a process that a test starts: what another compiled is not compiled again, as at `npm start`. */
export const compileCache = { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.cache/compiled') }
