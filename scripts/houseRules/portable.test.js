// The scripts run wherever Node and npm do: Linux, macOS, Windows. Nothing is looked up by name, no shell is needed.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { npmCommand } from '../npm.js'
import { root } from '../root.js'
import { toolEntry } from '../tools.js'
import { expectNone } from './expectNone.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'holdfast-portable-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const npm = npmCommand([])

/** Runs a script with an empty PATH: Node and npm are found by their paths, as npm passes them on. */
function runAlone(args) {
  const spawns = path.join(directory, `${args.join('-').replace(/\W/g, '-')}.jsonl`)
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    timeout: 55_000, // ends what hangs, just before the test does
    env: {
      ...inherited('SystemRoot', 'TEMP', 'TMP', 'HOME', 'USERPROFILE'),
      PATH: path.join(directory, 'empty'),
      npm_execpath: npm.args[0],
      npm_node_execpath: npm.command,
      NODE_OPTIONS: `--import ${pathToFileURL(path.join(root, 'scripts', 'testing', 'recordSpawns.js')).href}`,
      HOLDFAST_SPAWNS: spawns,
    },
  })
  const lines = readFileSync(spawns, 'utf8').trim().split('\n')
  return { status, output: stdout + stderr, spawned: lines.map((line) => JSON.parse(line)) }
}

const inherited = (...names) =>
  Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))

it.each([
  ['scripts/check.js', 'format'],
  ['scripts/run.js', 'vitest', '--version'],
  ['scripts/run.js', 'vite', '--version'],
  ['scripts/run.js', 'tsc', '--version'],
  ['scripts/run.js', 'knip', '--version'],
  ['scripts/run.js', 'playwright', '--version'],
  ['scripts/run.js', 'oxlint', '--version'],
])('node %s %s %s starts programs by their place and without a shell', (...args) => {
  const { status, output, spawned } = runAlone(args)
  expect({ status, output }).toMatchObject({ status: 0 })
  expect(spawned).not.toEqual([])
  for (const { command, args, shell } of spawned) {
    expect({ command, isPlace: path.isAbsolute(command), shell }).toEqual({ command, isPlace: true, shell: false })
    expect(args.join(' ')).not.toMatch(/[\\/]\.bin[\\/]/)
  }
})

it('starts npm as JavaScript under a Node outside node_modules', () => {
  const { command, args, env } = npmCommand(['--version'], { PATH: process.env.PATH })
  expect(path.basename(args[0])).toBe('npm-cli.js')
  expect(command).not.toContain(path.join(root, 'node_modules'))
  expect(spawnSync(command, args, { env, encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+/)
})

it('finds a tool by the bin entry of its package, and reports a missing one', () => {
  expect(toolEntry('tsc')).toBe(path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'))
  expect(toolEntry('playwright')).toBe(path.join(root, 'node_modules', '@playwright', 'test', 'cli.js'))
  expect(() => toolEntry('gulp')).toThrow('No dependency in package.json brings a command named gulp.')
})

/** Constructs that work on some systems only, and what to write instead. */
const unportable = [
  [/['"`/]\.bin\b/, 'toolEntry(name): node_modules/.bin holds shell scripts on Windows'],
  [/\bshell:/, 'an absolute path and arguments: shells differ'],
  [/\bexec(Sync)?\(/, 'spawn with arguments: exec needs a shell'],
  [/\.(sh|cmd|bat|ps1)['"`]/, 'JavaScript'],
  [/['"`]\/(bin|usr|tmp|etc|dev|proc|opt|snap)\b/, 'path.join, os.tmpdir: only Unix has this directory'],
  [/\$\{(root|directory|modules)\}\//, 'path.join: separators differ'],
  [/\.replace\(\/\\\/\$\//, 'path.dirname: separators differ'],
  [/split\(['"`]:['"`]\)/, 'path.delimiter'],
  [/\.pathname\b/, 'fileURLToPath: a URL has no drive'],
  [/kill\([^)]*['"`]SIG(HUP|USR1|USR2|STOP|CONT|PIPE)/, 'SIGTERM: Windows has no other'],
]

/** Each is used only on the system that it names, or handled where it is missing. */
const allowed = [
  ['browser.js', "const PLACES = ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome']"],
  [
    'steps/processes.js',
    "return `${shell} ${readFileSync(`/proc/${shell}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]}`",
  ],
]

/** The lines of `text` that are not portable. */
function findUnportable(name, text) {
  return text.split('\n').flatMap((line) => {
    if (/^\s*(\/\/|\*|\/\*\*)/.test(line)) return [] // comments may name them
    if (allowed.some(([file, known]) => file === name && line.includes(known))) return []
    return unportable
      .filter(([pattern]) => pattern.test(line))
      .map(([, instead]) => `${name}: ${line.trim()} → ${instead}`)
  })
}

const scripts = globSync('{,lint/,steps/}*.js', { cwd: path.join(root, 'scripts') }).filter(
  (name) => !name.endsWith('.test.js'),
)

it.each(scripts)('%s uses nothing that only some systems have', (name) => {
  expectNone(
    findUnportable(name, readFileSync(path.join(root, 'scripts', name), 'utf8')),
    'Write what follows the arrow instead: this works on some systems only.',
  )
})

it.each([
  `spawn(path.join(root, 'node_modules', '.bin', 'vite'))`,
  `spawn('npm', ['ci'], { shell: true })`,
  `execSync('rm -rf dist')`,
  `spawnSync('scripts/build.sh')`,
  `existsSync('/usr/bin/chromium')`,
  'readFileSync(`${root}/package.json`)',
  `new URL('..', import.meta.url).pathname`,
  `process.kill(pid, 'SIGHUP')`,
])('finds what is not portable in: %s', (line) => expect(findUnportable('sample.js', line)).not.toEqual([]))

it('has no shell syntax in the scripts of package.json', () => {
  const { scripts: commands } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const command of Object.values(commands)) expect(command).toMatch(/^node scripts\/\w+\.js( [\w./:-]+)*$/)
})
