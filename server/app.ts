import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { addressOf } from './http/address.ts'
import { metricsRoute } from './http/metrics.ts'
import { callerOf, createRefusedRequests } from './http/refusedRequests.ts'
import { causeOf } from './http/problems.ts'
import { REQUEST_ID_HEADER } from '#contract/problem.ts'
import { requestIdOf, type RequestVariables } from './http/requestId.ts'
import type { Assets, Deps } from './deps.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { servePage } from './http/pages.ts'
import { followRules } from './core/approvals/rules.ts'
import { createServiceApp } from './cli/routes.ts'
import { createUiApp } from './ui/app.ts'

export type App = { fetch(request: Request, env?: unknown): Response | Promise<Response> }

/**
 * The whole service on web-standard requests: Node serves it, the demo runs it in the page, tests call it. The
 * console's API is under `/api/ui`, the rest of `/api` is the CLI's, and every other address is a page of the console.
 */
export function createApp(deps: Deps, assets?: Assets, metrics: Metrics = createMetrics()): App {
  const app = new Hono<{ Variables: RequestVariables }>()
  const isHttps = deps.settings.publicUrl.startsWith('https:')
  const refused = createRefusedRequests(deps.log, () => performance.now())
  app.use(async (context, next) => {
    const requestId = requestIdOf(deps, context)
    const since = performance.now()
    await next()
    const seconds = (performance.now() - since) / 1000
    context.res.headers.set(REQUEST_ID_HEADER, requestId)
    if (isHttps) context.res.headers.set('strict-transport-security', 'max-age=31536000')
    const { status } = context.res
    const route = routePath(context)
    const { method } = context.req
    metrics.request({ route, method, status, seconds })
    refused({ requestId, method, route, status, address: addressOf(context.env), login: callerOf(context.req.raw) })
    if (status >= 500)
      deps.log.warn({ requestId, method: context.req.method, path: context.req.path, status }, 'request failed')
  })
  // Each API handles its own errors; what is left are failures to read a file of the console.
  app.onError((error, context) => {
    const requestId = requestIdOf(deps, context)
    deps.log.error({ requestId, ...causeOf(error) }, 'request failed')
    return context.text(`Internal error. The server’s log has details under the request ID ${requestId}.\n`, 500)
  })
  followRules(deps)
  app.get('/healthz', (context) => context.json({ ok: true }))
  app.get('/readyz', async (context) => {
    try {
      await deps.store.read((reader) => reader.meta('aliveAt'))
      return context.json({ ok: true })
    } catch {
      return context.json({ ok: false, reason: 'the database does not answer' }, 503)
    }
  })
  app.get('/metrics', metricsRoute(deps, metrics))
  app.route('/', createUiApp(deps))
  app.route('/', createServiceApp(deps))
  app.all('*', async (context) => {
    if (assets === undefined) return context.text('There is no console here.\n', 404)
    const elsewhere = redirectToPublicUrl(context.req.raw, deps)
    return elsewhere ?? servePage(assets, context.req.raw)
  })
  return { fetch: (request, env) => app.fetch(request, env as object) }
}

/**
 * Redirects pages requested on another loopback name to the one for which cookies and the `Origin` check are set up.
 */
function redirectToPublicUrl(request: Request, deps: Deps): Response | undefined {
  const url = new URL(request.url)
  const homes = [deps.settings.publicUrl, ...deps.settings.consoleUrls].map((home) => new URL(home))
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!isLoopback || homes.some((home) => home.host === url.host)) return undefined
  const home = homes.find((candidate) => candidate.port === url.port && candidate.hostname === 'localhost')
  if (home === undefined) return undefined
  // Assigned, not resolved: a path that starts with two slashes would name another host.
  home.pathname = url.pathname
  home.search = url.search
  return new Response(null, { status: 302, headers: { Location: home.href } })
}
