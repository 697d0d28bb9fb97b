import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The project file of all programs. */
export const PROJECT = `name: holdfast-cli
runtime: nodejs
description: What npm run test:cli runs
`

/** A file in the directory of the program that says that the provider works on a slow create. */
export const SLOW_MARK = 'slow-create'

const PACKAGE = { name: 'holdfast-cli', private: true, main: 'index.js', dependencies: { '@pulumi/pulumi': '^3' } }

/**
 * Resources of a provider inside the program: no plugin, no cloud. The configuration says how many, how slow, and which
 * one fails.
 */
const PROGRAM = `'use strict'
const pulumi = require('@pulumi/pulumi')

const config = new pulumi.Config()
const count = config.getNumber('count') ?? 0
const slowFrom = config.getNumber('slowFrom') ?? Infinity
const failAt = config.getNumber('failAt') ?? -1
/** For the first thing, whose name in the state was changed. */
const alias = config.get('alias')
const mark = require('node:path').join(__dirname, '${SLOW_MARK}')

const provider = {
  async create({ index, isSlow, fails, mark }) {
    if (isSlow) require('node:fs').writeFileSync(mark, '')
    if (isSlow) await new Promise((done) => setTimeout(done, 10 * 60 * 1000))
    if (fails) throw new Error('simulated cloud error: LimitExceeded')
    return { id: 'id-' + index, outs: { index, isSlow: false, fails: false } }
  },
  async diff() {
    return { changes: false }
  },
  async delete() {},
}

class Thing extends pulumi.dynamic.Resource {
  constructor(index) {
    const aliases = index === 0 && alias ? [alias] : []
    super(provider, 'thing-' + index, { index, isSlow: index >= slowFrom, fails: index === failAt, mark }, { aliases })
  }
}

for (let index = 0; index < count; index += 1) new Thing(index)
exports.count = count
exports.password = config.getSecret('password')
`

/** Writes a program into a directory, and installs what it needs; false if npm cannot. */
export async function installProject(directory: string, program: string): Promise<boolean> {
  await mkdir(directory, { recursive: true })
  await writeFile(path.join(directory, 'Pulumi.yaml'), PROJECT)
  await writeFile(path.join(directory, 'package.json'), JSON.stringify(PACKAGE, null, 2))
  await writeFile(path.join(directory, 'index.js'), program)
  return spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: directory }).status === 0
}

/** Installs the program of the story. */
export const installProgram = (directory: string): Promise<boolean> => installProject(directory, PROGRAM)
