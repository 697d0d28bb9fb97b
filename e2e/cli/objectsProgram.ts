import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { installProject } from './program.ts'

/**
 * Two providers whose objects are files, so that an object exists or not whatever a state says: one inside the program,
 * one a plugin. `plan.json` says how each create goes: `done`; `made`, which creates the object and never returns; or
 * `none`, which never returns either, and creates nothing. Like most providers they compare the program with the
 * outputs in the state, and replace an object whose `kind` is another one, or missing.
 */
const PROVIDER = `
  async create({ name, kind }) {
    const fs = require('node:fs')
    const dir = process.env.OBJECTS
    const how = JSON.parse(fs.readFileSync(dir + '/plan.json', 'utf8'))[name] || { end: 'done', after: 0 }
    const hang = () => new Promise((done) => setTimeout(done, 10 * 60 * 1000))
    await new Promise((done) => setTimeout(done, how.after))
    if (how.end === 'none') await hang()
    const id = name + '-' + Math.random().toString(36).slice(2, 10)
    const object = { name, kind, address: id + '.example' }
    fs.writeFileSync(dir + '/' + id + '.object', JSON.stringify(object))
    if (how.end === 'made') await hang()
    return { id, outs: object }
  },
  async read(id) {
    const fs = require('node:fs')
    const file = process.env.OBJECTS + '/' + id + '.object'
    if (!fs.existsSync(file)) return { id: '', props: {} }
    const object = JSON.parse(fs.readFileSync(file, 'utf8'))
    return { id, props: object, inputs: { name: object.name, kind: object.kind } }
  },
  async diff(id, olds, news) {
    const replaces = olds.kind === news.kind ? [] : ['kind']
    return { changes: replaces.length > 0, replaces, deleteBeforeReplace: true }
  },
  async delete(id) {
    const fs = require('node:fs')
    const dir = process.env.OBJECTS
    fs.appendFileSync(dir + '/deleted', id + '\\n')
    fs.rmSync(dir + '/' + id + '.object', { force: true })
  },
`

const PROGRAM = `'use strict'
const pulumi = require('@pulumi/pulumi')
const provider = {${PROVIDER}}
class Dynamic extends pulumi.dynamic.Resource {
  constructor(name, props) {
    super(provider, name, { ...props, address: undefined })
  }
}
const { names } = require(process.env.OBJECTS + '/program.json')
for (const name of names) {
  const props = { name, kind: 'blue' }
  if (name.startsWith('dynamic')) new Dynamic(name, props)
  else new pulumi.CustomResource('files:index:Object', name, props)
}
`

/** The plugin, whose methods also get the URN. */
const PLUGIN = (modules: string) => `#!/usr/bin/env node
'use strict'
const { main } = require(${JSON.stringify(`${modules}/@pulumi/pulumi/provider`)})
const inside = {${PROVIDER}}
main({
  version: '1.0.0',
  create: (urn, inputs) => inside.create(inputs),
  read: (id) => inside.read(id),
  diff: (id, urn, olds, news) => inside.diff(id, olds, news),
  delete: (id) => inside.delete(id),
}, process.argv.slice(2))
`

/** Writes the program and the plugin, and installs what they need. Returns undefined if npm cannot. */
export async function writeObjectsProgram(
  directory: string,
): Promise<{ program: string; plugins: string } | undefined> {
  const program = path.join(directory, 'program')
  const plugins = path.join(directory, 'plugins')
  if (!(await installProject(program, PROGRAM))) return undefined
  await mkdir(plugins, { recursive: true })
  const plugin = path.join(plugins, 'pulumi-resource-files')
  await writeFile(plugin, PLUGIN(path.join(program, 'node_modules')))
  await chmod(plugin, 0o755)
  return { program, plugins }
}
