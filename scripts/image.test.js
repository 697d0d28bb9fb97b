// The image without a Docker daemon: what .dockerignore lets in, copied as the Dockerfile says, has to build and start.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#testing/servers/freePort.ts'
import { root } from './root.js'
import { installForProduction } from './testing/productionPackages.js'

let directory = ''
let context = ''
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'holdfast-image-'))
  context = path.join(directory, 'context')
  const rules = linesOf('.dockerignore')
  const names = rules.flatMap((rule) => (rule.startsWith('!') ? [rule.slice(1)] : []))
  const endings = rules.flatMap((rule) => (rule.startsWith('**/*') ? [rule.slice('**/*'.length)] : []))
  const others = rules.filter((rule) => rule !== '*' && !rule.startsWith('!') && !rule.startsWith('**/*'))
  if (others.length > 0) throw new Error(`This test cannot apply these rules of .dockerignore: ${others.join(', ')}`)
  mkdirSync(context)
  for (const name of names) {
    const filter = (/** @type {string} */ file) => !endings.some((ending) => file.endsWith(ending))
    cpSync(path.join(root, name), path.join(context, name), { recursive: true, filter })
  }
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** @param {string} file */
function linesOf(file) {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
}

/** The `COPY` lines of each stage that take files of the context: sources and target. */
function copiesOfStages() {
  /** @type {{ from: string[], to: string }[][]} */
  const stages = []
  for (const line of linesOf('Dockerfile')) {
    if (line.startsWith('FROM ')) stages.push([])
    const [, words = ''] = /^COPY (?!--from)(.+)$/.exec(line) ?? []
    if (words === '') continue
    const all = words.split(/\s+/)
    stages.at(-1)?.push({ from: all.slice(0, -1), to: all.at(-1) ?? '' })
  }
  return stages
}

/**
 * A directory with what a stage copies from the context.
 *
 * @param {number} number
 */
function stage(number) {
  const place = path.join(directory, `stage${number}`)
  mkdirSync(place, { recursive: true })
  for (const { from, to } of copiesOfStages().at(number) ?? [])
    for (const name of from) {
      const target = to.endsWith('/') ? path.join(place, to, path.basename(name)) : path.join(place, to)
      cpSync(path.join(context, name), name === '.' ? place : target, { recursive: true })
    }
  return place
}

/** The console, as the first stage builds it. * @returns {string} the directory that the last stage copies */
function buildConsole() {
  const place = stage(0)
  symlinkSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'))
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [vite, 'build', '--mode', 'production', '--logLevel', 'warn'], { cwd: place, env })
  return path.join(place, 'dist')
}

/** Starts the service of the last stage, and asks it. * @param {string} place @param {(url: string) => Promise<unknown>} ask */
async function whileServed(place, ask) {
  const port = await freePort()
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: place,
    env: {
      PATH: process.env['PATH'],
      HOLDFAST_DATA: mkdtempSync(path.join(directory, 'data-')),
      HOLDFAST_PORT: String(port),
    },
    stdio: 'ignore',
  })
  const ended = new Promise((done) => child.once('exit', done))
  const url = `http://127.0.0.1:${port}`
  try {
    const status = () => fetch(`${url}/healthz`).then(({ ok }) => ok, () => false) // prettier-ignore
    await expect.poll(() => child.exitCode ?? status(), { timeout: 50_000 }).not.toBe(false)
    expect(child.exitCode).toBeNull()
    await ask(url)
  } finally {
    child.kill()
    await ended
  }
}

describe('the image', () => {
  it('gets every file that the Dockerfile copies', () => {
    const sources = copiesOfStages().flatMap((copies) => copies.flatMap(({ from }) => from))
    expect(sources.length).toBeGreaterThan(5)
    expect(sources.filter((name) => !existsSync(path.join(context, name)))).toEqual([])
  })

  it('starts from what its last stage copies, with production packages only', { timeout: 90_000 }, async () => {
    const place = stage(-1)
    installForProduction(place)
    expect(existsSync(path.join(place, 'node_modules/vitest'))).toBe(false)
    await whileServed(place, async (url) => expect((await fetch(`${url}/readyz`)).status).toBe(200))
  })

  it('serves the console that its first stage builds', { timeout: 300_000 }, async () => {
    const place = path.join(directory, 'whole')
    cpSync(stage(-1), place, { recursive: true })
    installForProduction(place)
    cpSync(buildConsole(), path.join(place, 'dist'), { recursive: true })
    await whileServed(place, async (url) => {
      const page = await (await fetch(url)).text()
      const [script] = /\/assets\/[^"]+\.js/.exec(page) ?? []
      expect(script).toBeDefined()
      expect((await fetch(`${url}${script}`)).headers.get('content-type')).toContain('javascript')
    })
  })

  it('has in its first stage whatever the page and the service import of this repository', () => {
    const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    const place = path.join(context)
    const missing = Object.values(/** @type {Record<string, string | Record<string, string>>} */ (imports))
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .map((target) => target.split('/')[1] ?? '')
      .filter((name) => !['testing', 'mocks', 'e2e', 'bench', 'scripts'].includes(name))
      .filter((name) => !existsSync(path.join(place, name)))
    expect(missing).toEqual([])
  })
})
