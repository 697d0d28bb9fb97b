import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDeps } from '#testing/deps.ts'
import { readAssets } from './adapters/assets.ts'
import { createApp } from './app.ts'

let directory = ''
beforeEach(async () => void (directory = await mkdtemp(path.join(tmpdir(), 'holdfast-app-'))))
afterEach(() => rm(directory, { recursive: true }))

/** The app with a console of two files, next to files that must not be served. */
async function service(publicUrl = 'http://localhost:8080') {
  const root = path.join(directory, 'console')
  for (const [name, text] of [
    ['console/index.html', '<title>the page</title>'],
    ['console/assets/page.js', 'run()'],
    ['console/.git/config', 'hidden-4711'],
    ['secret.txt', 'hidden-4711'],
    ['master.key', 'hidden-4711'],
  ] as const) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true })
    await writeFile(path.join(directory, name), text)
  }
  const { deps, lines } = testDeps({ publicUrl })
  const app = createApp(deps, await readAssets(root))
  return { root, lines, get: (at: string, origin = publicUrl) => app.fetch(new Request(`${origin}${at}`)) }
}

it.each(['//evil.example/x', '//evil.example', '/%2F/evil.example', '/\\evil.example'])(
  'a request for %s under another name of this machine is redirected to this console and nowhere else',
  async (at) => {
    const { get } = await service()
    const response = await get(at, 'http://127.0.0.1:8080')
    expect(response.status).toBe(302)
    expect(new URL(response.headers.get('location') ?? '').origin).toBe('http://localhost:8080')
  },
)

it('tells browsers to use https only when the public address does', async () => {
  const { get } = await service()
  expect((await get('/')).headers.get('strict-transport-security')).toBeNull()
  const safe = await service('https://pulumi.example')
  for (const at of ['/', '/healthz', '/api/ui/session', '/api/user']) {
    expect((await safe.get(at)).headers.get('strict-transport-security')).toBe('max-age=31536000')
  }
})

it.each(['/api/user', '/api/capabilities', '/api/ui/session', '/api/nothing'])(
  'an API answer at %s is not cached, and browsers do not guess its type',
  async (at) => {
    const { headers } = await (await service()).get(at)
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
  },
)

describe('files of the console', () => {
  it.each([
    '/assets',
    '/assets/',
    '/.git/config',
    '/%2egit/config',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/file:///etc/passwd',
    '/master.key',
  ])('are found only by exact name: %s shows the page, no directory listing and no other file', async (at) => {
    const { get } = await service()
    const response = await get(at)
    expect(await response.text()).toBe('<title>the page</title>')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('have the right type, and browsers do not guess another', async () => {
    const { get } = await service()
    const file = await get('/assets/page.js')
    expect(await file.text()).toBe('run()')
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    for (const at of ['/assets/page.js', '/']) {
      expect((await get(at)).headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

it('the page runs only its own script files, and no other site may frame it', async () => {
  const { get } = await service()
  const policy = Object.fromEntries(
    ((await get('/')).headers.get('content-security-policy') ?? '').split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ')
      return [name, sources.join(' ')]
    }),
  )
  expect(policy).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  })
})

it('an unexpected error is logged, and answered with nothing but the request ID', async () => {
  const { root, lines, get } = await service()
  await rm(path.join(root, 'assets/page.js')) // its name was listed at the start
  const response = await get('/assets/page.js')
  expect(response.status).toBe(500)
  const requestId = response.headers.get('X-Pulumi-Request-ID') ?? ''
  const text = await response.text()
  expect(text).toContain(requestId)
  expect(text).not.toContain(directory)
  expect(lines.filter((line) => line.startsWith('error')).join()).toContain(requestId)
  expect(lines.join()).toContain('ENOENT')
})
