import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectNone } from './expectNone.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The one file that calls an address, for the commands of the terminal. */
const PROBE = 'server/admin/requireDatabase.ts'
/** What connects to backends, and the vendors' packages for it. */
const BACKENDS = 'server/adapters/backends/'
const VENDORS = [
  '@aws-sdk/client-s3',
  '@aws-sdk/credential-providers',
  '@azure/identity',
  '@azure/storage-blob',
  'google-auth-library',
]
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const IMPORT =
  /(?:^|\n)(?:import|export)\s(?:[^'";]*?\sfrom )?'([^']+)'|\bimport\('([^']+)'\)|new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g

/** Every file that these entries may load in Node or in a page, with its text, and who imports which package. */
function reached(host: 'node' | 'page', ...entries: string[]) {
  const files = new Map<string, string>()
  const packages = new Map<string, string[]>()
  const walk = (file: string) => {
    if (files.has(file) || !/\.tsx?$/.test(file)) return
    const text = read(file)
    files.set(file, text)
    for (const [, ...found] of text.matchAll(IMPORT)) {
      const name = found.find((each) => each !== undefined) ?? ''
      if (name.startsWith('.')) walk(path.posix.join(path.posix.dirname(file), name))
      else if (name.startsWith('#host/')) walk(name.replace('#host', `server/adapters/host/${host}`))
      else if (name.startsWith('#')) walk(name.slice(1))
      else packages.set(name, [...(packages.get(name) ?? []), file])
    }
  }
  entries.forEach(walk)
  return { files, packages }
}

const commands = ['token', 'backup', 'restore', 'keys'].map((name) => `server/admin/${name}.ts`)
const server = reached('node', 'server/main.ts', ...commands)
const page = reached('page', 'src/main.tsx')
/** Without the worlds of `npm run dev`, which are not in the built console. */
const consoleFiles = new Map([...page.files].filter(([file]) => file.startsWith('src/')))

function filesBelow(directory: string): string[] {
  return readdirSync(path.join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
}
/** The packages of these modules: `hono` for `hono/route`. */
const owners = (names: string[]) =>
  [...new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))].toSorted((a, b) => (a < b ? -1 : 1))
const filesWith = (files: Map<string, string>, pattern: RegExp) =>
  [...files].filter(([, text]) => pattern.test(text)).map(([file]) => file)

// docs/security.md relies on these tests where it says that a requirement does not apply.
describe('what the server loads', () => {
  it('is limited to these packages: nothing for Markdown, templates, LDAP, mail, SOAP or GraphQL', () => {
    const names = [...server.packages.keys()].filter((name) => !name.startsWith('node:'))
    expect(owners(names)).toEqual([
      ...VENDORS.slice(0, 4),
      '@hono/node-server',
      '@noble/hashes',
      'better-sqlite3',
      ...VENDORS.slice(4),
      'hono',
      'kysely',
      'lru-cache',
      'pg',
      'pino',
      'pino-pretty',
      'yaml',
      'zod',
    ])
    // Read only by what reads connected backends, and the file of an operator that names them.
    for (const name of [...server.packages.keys()].filter((each) => VENDORS.includes(owners([each])[0] ?? '')))
      expectNone(
        server.packages.get(name)?.filter((file) => !file.startsWith(BACKENDS)) ?? [],
        `Import ${name} in an adapter of a backend only.`,
      )
    expect(server.packages.get('yaml')).toEqual(['server/adapters/backends/wanted.ts'])
  })

  it('starts no program, and connects only to its database and to connected backends', () => {
    expect([...server.packages.keys()].filter((name) => name.startsWith('node:')).toSorted()).toEqual([
      'node:async_hooks',
      'node:crypto',
      'node:dns',
      'node:fs',
      'node:fs/promises',
      'node:http',
      'node:https',
      'node:net',
      'node:os',
      'node:path',
      'node:perf_hooks',
      'node:timers/promises',
      'node:tls',
      'node:util',
      'node:v8',
      'node:vm',
      'node:worker_threads',
      'node:zlib',
    ])
    // They listen; neither connects.
    const listeners = ['server/listen.ts', 'server/interimAnswers.ts', 'server/standstill.ts']
    const outside = (name: string) => server.packages.get(name)?.filter((file) => !file.startsWith(BACKENDS))
    expect(outside('node:http')).toEqual(listeners)
    for (const name of ['node:dns', 'node:https', 'node:tls']) expect(outside(name)).toEqual([])
    expect(outside('node:net')).toEqual(listeners.slice(0, 1))
    for (const file of listeners) expect(read(file)).not.toMatch(/\b(?:request|connect|createConnection)\(/)
    expect(
      filesWith(server.files, /(?:\b(?:await|return|void)|=>?|\()\s*fetch\(|new (?:WebSocket|EventSource)\(/),
    ).toEqual([PROBE])
    // A command for the terminal asks whether a server answers on this machine.
    expect(read(PROBE).match(/fetch\([^,]*/g)).toEqual(['fetch(`http://localhost:${port}/healthz`'])
  })

  it('evaluates no text as code', () => {
    expectNone(
      filesWith(server.files, /\beval\(|new Function\(|\bset(?:Timeout|Interval)\(\s*['"`]/),
      'Call a function instead: the server evaluates no text as code.',
    )
    // A constant string, to collect garbage between two large states.
    expect(server.packages.get('node:vm')).toEqual(['server/adapters/garbage.ts'])
    expect(read('server/adapters/garbage.ts').match(/runIn\w+\([^)]*\)/g)).toEqual(["runInNewContext('gc')"])
  })

  it('uses Math.random for nothing that must be unpredictable', () => {
    expectNone(
      filesWith(server.files, /Math\.random/),
      'Use deps.randomBytes or deps.newId: Math.random can be guessed.',
    )
  })

  it('uses one cipher, AES-GCM, and one hash, SHA-256', () => {
    // Stores of connected backends state the MD5 of an object, by which a damaged transfer shows; it protects nothing.
    const sums = server.files.get('server/adapters/backends/network.ts') ?? ''
    expect(sums.match(/createHash\('md5'\)/g)).toHaveLength(1)
    const text = [...server.files.values()].join('\n').replace("createHash('md5')", '')
    const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))]
    expect(named(/\b(?:createHash|createHmac|hashOnce)\('([^']+)'/g)).toEqual(['sha256'])
    expect(new Set(named(/@noble\/hashes\/(\w+)\.js/g))).toEqual(new Set(['hmac', 'sha2', 'utils']))
    expect(named(/['"](AES-\w+|RSA-\w+|RSASSA[\w-]*|HKDF|PBKDF2)['"]/g)).toEqual(['AES-GCM'])
    expect(text).not.toMatch(/createCipher|createDecipher|createSign\b/)
  })
})

describe('what the console loads', () => {
  it('is limited to these packages: nothing that renders Markdown, HTML or templates', () => {
    const names = [...page.packages].filter(([, files]) => files.some((file) => file.startsWith('src/')))
    expect(owners(names.map(([name]) => name))).toEqual([
      '@base-ui/react',
      '@codemirror/commands',
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/search',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      '@xyflow/react',
      'comlink',
      'fflate',
      'lucide-react',
      'react',
      'react-dom',
      'react-router',
      'zod',
      'zustand',
    ])
  })

  it('creates neither markup nor code from text', () => {
    const markup = /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i
    expectNone(
      filesWith(consoleFiles, new RegExp(`${markup.source}|\\beval\\(|new Function\\(`, 'i')),
      'Render elements, and call functions: the console makes neither markup nor code from text.',
    )
  })
})

it('no call of the console accepts a password', () => {
  const contract = filesBelow('contract')
  expect(contract.length).toBeGreaterThan(10)
  expectNone(
    contract.filter((file) => /pass(?:word|phrase)\s*:/i.test(read(file))),
    'Accept no password: people sign in with links and tokens.',
  )
})

describe('the repository', () => {
  const parts = [
    '.ci',
    'bench',
    'contract',
    'docs',
    'domain',
    'e2e',
    'fixtures',
    'mocks',
    'public',
    'scripts',
    'server',
    'src',
    'words',
  ]
  const files = [...readdirSync(ROOT), ...parts.flatMap(filesBelow)]

  it('contains no key, certificate or settings file', () => {
    expectNone(
      files.filter((file) => /(?:^|\/)(?:\.env(?:\..*)?|master\.key.*)$|\.(?:pem|key|p12|pfx)$/.test(file)),
      'Remove these files: keys, certificates and settings are no part of the repository.',
    )
  })

  it('contains no access token', () => {
    const texts = files.filter((file) => /\.(?:ts|tsx|js|json|md|ya?ml)$/.test(file))
    expect(texts.length).toBeGreaterThan(500)
    expectNone(
      texts.filter((file) => /\bhf_[\w-]{43}\b/.test(read(file))),
      'Remove the access tokens from these files, and revoke them.',
    )
  })

  it('starts PostgreSQL without a default password: compose requires one', () => {
    const compose = read('compose.yaml')
    const uses = compose.match(/\$\{POSTGRES_PASSWORD[^}]*\}/g) ?? []
    expect(uses.length).toBeGreaterThan(1)
    expect(uses.every((use) => use.startsWith('${POSTGRES_PASSWORD:?'))).toBe(true)
    expect(compose).not.toMatch(/POSTGRES_HOST_AUTH_METHOD/)
  })
})
