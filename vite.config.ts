import { rm } from 'node:fs/promises'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { smallParts } from './scripts/smallParts.ts'

/** Where `npm start` listens; the variables are the service's own. */
const address = `http://${process.env['HOLDFAST_HOST'] ?? 'localhost'}:${process.env['HOLDFAST_PORT'] ?? '8080'}`

/**
 * Two things are built from one tree: the console (any mode) talks to a service behind it; the demo (mode `demo`)
 * carries the service and its worlds inside the page. A third, the service in few files, is for tests (mode `service`)
 * and for the npm package (mode `package`), because Node runs no TypeScript below node_modules.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'service') return service({ outDir: 'dist/service', plugin: keepPlaces() })
  if (mode === 'package') return service({ outDir: 'dist/package/server', plugin: relativeThread() })
  const isDemo = mode === 'demo'
  return {
    plugins: [react(), tailwindcss(), ...(isDemo ? [] : [withoutServiceWorker(), withoutJsonSchemas()])],
    build: {
      outDir: isDemo ? 'dist/demo' : 'dist/console',
      emptyOutDir: true,
      manifest: true, // read by the service (what to preload) and by the size budget
      target: 'es2023',
      sourcemap: isDemo ? false : 'hidden', // not served, so no file refers to one
      rolldownOptions: {
        output: {
          codeSplitting: {
            // In files of their own, parts and icons would cost a request and a hundred bytes each.
            groups: [
              { name: 'common', test: COMMON, minShareCount: MIN_SHARE },
              {
                name: smallParts((id, pages) => COMMON.test(id) && pages >= MIN_SHARE),
                debugName: 'small parts',
                includeDependenciesRecursively: false, // what it imports is in it or always there
              },
            ],
          },
        },
      },
    },
    worker: { format: 'es' }, // the service in a worker waits for its database at the top level
    server: isDemo ? {} : { proxy: proxied(['/api', '/healthz', '/readyz', '/metrics']) },
  }
})

const MIN_SHARE = 19

/**
 * What pages share. With fewer sharing pages than that, the first screen loads more than it needs. Dialogs, which most pages
 * have and the first screen opens later, stay apart, as do the parts of menus that no hint uses.
 */
const COMMON =
  /\/(src\/(ui(?!\/Dialog\.)|lib|api|features)|words|domain|contract|node_modules\/(@base-ui(?!.*\/(dialog\/.*|FloatingFocusManager|InternalBackdrop|FocusGuard|markOthers|useScrollLock|tabbable)\.)|@tanstack|lucide-react))\//

/** Requests go on as if they came from the service's own origin, because it refuses writes from any other. */
function proxied(prefixes: string[]) {
  const rule = { target: address, changeOrigin: true, headers: { origin: address } }
  return Object.fromEntries(prefixes.map((prefix) => [prefix, rule]))
}

/** The libraries of clouds, of which a server loads those of its backends: in the build they would be 10 MB for every one. */
const CLOUDS = [
  '@aws-sdk/client-s3',
  '@aws-sdk/credential-providers',
  '@azure/identity',
  '@azure/storage-blob',
  'google-auth-library',
]

/**
 * The service and its commands for tests, which start them some two hundred times: in few files that takes half the
 * processor time. `npm start` runs the sources, and the tests of `server/main.ts` do too.
 */
function service({ outDir, plugin }: { outDir: string; plugin: Plugin }): UserConfig {
  const files = ['main.ts', 'adapters/textThreads/textThread.ts', ...['token', 'backup', 'restore', 'keys'].map((name) => `admin/${name}.ts`)] // prettier-ignore
  return {
    plugins: [plugin],
    publicDir: false,
    ssr: { noExternal: true, external: ['better-sqlite3', 'pg', 'pino', 'pino-pretty', ...CLOUDS] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), `server/${file}`])),
      },
    },
  }
}

/** Modules find files relative to their own: they are told the place of their source, but for the thread's program. */
function keepPlaces(): Plugin {
  return {
    name: 'holdfast:keep-places',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(path.join(import.meta.dirname, 'server'))) return undefined
      const thread = JSON.stringify(path.join(import.meta.dirname, 'dist/service/adapters/textThreads/textThread.js'))
      return code
        .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(id)))
        .replace("new URL('./textThread.ts', import.meta.url)", thread)
    },
  }
}

/** In a package the thread's program is found from the file that starts it. */
function relativeThread(): Plugin {
  const source = "new URL('./textThread.ts', import.meta.url)"
  const placeholder = 'HOLDFAST_TEXT_THREAD'
  return {
    name: 'holdfast:relative-thread',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('/textThreads/lane.ts') ? code.replace(source, placeholder) : undefined),
    renderChunk(code, { fileName }) {
      const program = path.posix.relative(path.posix.dirname(fileName), 'adapters/textThreads/textThread.js')
      return code.replaceAll(placeholder, `new URL('./${program}', import.meta.url)`)
    },
  }
}

/**
 * The page checks answers with Zod, and never describes a schema. The parts of Zod that do were 5 kB (gzipped) of the
 * first screen; their exports remain, and do nothing. The demo carries the service, which uses them.
 */
function withoutJsonSchemas(): Plugin {
  const unused = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/
  return {
    name: 'holdfast:without-json-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!unused.test(id)) return undefined
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => `nothing as ${name}`)
      return { code: `const nothing = () => undefined\nexport { ${names.join(', ')} }`, map: { mappings: '' } }
    },
  }
}

/** MSW's worker lies in `public/` for the demo; the console that is served for real must not offer it. */
function withoutServiceWorker(): Plugin {
  let outDir = ''
  return {
    name: 'holdfast:without-service-worker',
    apply: 'build',
    configResolved: (config) => void (outDir = path.resolve(config.root, config.build.outDir)),
    closeBundle: () => rm(path.join(outDir, 'mockServiceWorker.js'), { force: true }),
  }
}
