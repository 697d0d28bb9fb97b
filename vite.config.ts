import { rm } from 'node:fs/promises'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm start` listens; the variables are the service's own. */
const service = `http://${process.env['HOLDFAST_HOST'] ?? 'localhost'}:${process.env['HOLDFAST_PORT'] ?? '8080'}`

/**
 * Two things are built from one tree: the console (any mode) talks to a service behind it; the demo (mode `demo`)
 * carries the service and its worlds inside the page.
 */
export default defineConfig(({ mode }) => {
  const isDemo = mode === 'demo'
  return {
    plugins: [react(), tailwindcss(), ...(isDemo ? [] : [withoutServiceWorker()])],
    build: {
      outDir: isDemo ? 'dist/demo' : 'dist/console',
      emptyOutDir: true,
      manifest: true, // read by the service (what to preload) and by the size budget
      target: 'es2023',
      sourcemap: !isDemo,
    },
    server: isDemo ? {} : { proxy: proxied(['/api', '/healthz', '/readyz', '/metrics']) },
  }
})

/** Requests go on as if they came from the service's own origin, because it refuses writes from any other. */
function proxied(prefixes: string[]) {
  const rule = { target: service, changeOrigin: true, headers: { origin: service } }
  return Object.fromEntries(prefixes.map((prefix) => [prefix, rule]))
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
