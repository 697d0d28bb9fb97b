// The npm package without npm: with production packages only, outside of this repository.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCli } from '#mocks/cli.ts'
import { watched } from '#testing/servers/child.ts'
import { freePort } from '#testing/servers/freePort.ts'
import { bigState } from '#testing/states/bigState.ts'
import { build, isBuilt } from '../build.js'
import { root } from '../root.js'
import { installForProduction } from '../testing/productionPackages.js'
import { stagePackage } from './stage.js'

const TOKEN = '7d1f0c4e9b2a86355ce0741fa9d2b864'

let directory = ''
let program = ''
beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'holdfast-package-'))
  const console = path.join(directory, 'console')
  mkdirSync(console)
  writeFileSync(path.join(console, 'index.html'), '<!doctype html><title>Holdfast</title>')
  writeFileSync(path.join(console, 'index.js.map'), '{}')
  if (!isBuilt('package')) await build(process.execPath, 'package')
  const place = path.join(directory, 'package')
  cpSync(path.join(root, 'dist/package'), place, { recursive: true })
  stagePackage(place, console)
  installForProduction(place)
  program = path.join(place, 'bin/holdfast.js')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** @param {string[]} args */
const run = (...args) =>
  execFileSync(process.execPath, [program, ...args], {
    cwd: directory,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, INIT_CWD: directory }, // as npx says it
  })

/** Serves until `work` is done. * @param {(url: string) => Promise<unknown>} work */
async function whileServed(work) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { PATH: process.env['PATH'], HOLDFAST_PORT: String(port), HOLDFAST_ACCESS_TOKEN: TOKEN }
  const child = watched(spawn(process.execPath, [program], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] }))
  try {
    await child.says(/^CLI .*\n/m)
    await work(url)
  } finally {
    await child.kill('SIGTERM')
  }
}

describe('the npm package', () => {
  it('serves the API from its own files, with its data where it was started', async () => {
    await whileServed(async (url) => {
      const cli = createCli({ fetch: (request) => fetch(request), url, token: TOKEN })
      const stack = { org: 'organization', project: 'shop', stack: 'prod' }
      await cli.initStack(stack)
      await cli.importState(stack, bigState(2_000)) // large enough for the thread, which is a file of its own
      const { deployment } = await cli.exportState(stack)
      expect(deployment.resources?.length).toBeGreaterThan(100)
    })
    expect(existsSync(path.join(directory, 'data/holdfast.db'))).toBe(true)
    expect(run('token', 'list')).toContain('HOLDFAST_ACCESS_TOKEN')
  })

  it('contains the console without its source maps, and the documents', () => {
    const place = path.dirname(path.dirname(program))
    const files = ['dist/console/index.html', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md']
    expect(files.filter((file) => !existsSync(path.join(place, file)))).toEqual([])
    expect(existsSync(path.join(place, 'dist/console/index.js.map'))).toBe(false)
  })

  it('tells its version and its commands, and refuses others', () => {
    expect(run('--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(run('--help')).toContain('token, backup, restore, keys')
    expect(() => run('frob')).toThrow('There is no command frob.')
    expect(() => run('data')).toThrow('This is the data directory of Holdfast itself')
    expect(() => run('s3://acme', 'extra')).toThrow('Name one backend')
  })
})
