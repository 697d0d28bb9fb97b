import path from 'node:path'

/** The environment that `npm start` gives the service (`scripts/start.js`), for processes started by tests. */
export const serviceEnvironment = {
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../../.cache/compiled'),
  MALLOC_ARENA_MAX: '1',
  NODE_OPTIONS: '--max-semi-space-size=4',
}

const SOURCES = path.join(import.meta.dirname, '../../server')

/**
 * The file to start for a program of the service, such as `admin/token.ts`: in the build for tests if
 * `HOLDFAST_TEST_SERVICE` names one (`npm test`, journeys), which loads in half the processor time; else the source.
 */
export function serviceProgram(source: string): string {
  const built = process.env['HOLDFAST_TEST_SERVICE']
  return built ? path.join(built, source.replace(/\.ts$/, '.js')) : path.join(SOURCES, source)
}
