import type { Asset, Assets } from '../deps.ts'
import { PAGE_HEADERS } from './csp.ts'

/**
 * Answers everything that is not part of an API: with a file of the console, or its page, which reads the address
 * itself.
 */
export async function servePage(assets: Assets, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Method Not Allowed\n', { status: 405, headers: { Allow: 'GET, HEAD' } })
  }
  const { pathname } = new URL(request.url)
  const file = pathname === '/index.html' ? undefined : await assets.find(pathname)
  if (file !== undefined) {
    const isHashed = pathname.startsWith('/assets/')
    return respond(request, file, {
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    })
  }
  if (/\.(?:js|css|map|png|svg|ico|json|woff2)$/.test(pathname) && pathname.startsWith('/assets/')) {
    return new Response('Not Found\n', { status: 404 })
  }
  const page = await assets.find('/index.html')
  if (page === undefined) return new Response('The console has not been built: run npm start.\n', { status: 503 })
  return respond(request, page, PAGE_HEADERS)
}

function respond(request: Request, file: Asset, headers: Record<string, string>): Response {
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding =
    file.br && /\bbr\b/.test(accepted) ? 'br' : file.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const body = encoding === 'br' ? file.br : encoding === 'gzip' ? file.gzip : file.plain
  return new Response(request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer>), {
    headers: {
      'Content-Type': file.type,
      Vary: 'Accept-Encoding',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      ...headers,
    },
  })
}
