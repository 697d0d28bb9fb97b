import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PROJECT } from './program.ts'

/** A resource of the program. Another `size` is an update, another `color` a replacement. */
export type Thing = {
  name: string
  size: number
  color: string
  /** Whether a replacement deletes the old object first. */
  first?: boolean
  /** The one that has to exist before. */
  after?: string
}

const PROGRAM = `'use strict'
const pulumi = require('@pulumi/pulumi')
const made = new Map()
for (const { name, after, ...props } of require(process.env.THINGS + '/program.json')) {
  const dependsOn = after === undefined ? [] : [made.get(after)]
  const inputs = { name, ...props, token: pulumi.secret('token-of-' + name) }
  made.set(name, new pulumi.CustomResource('things:index:Thing', name, inputs, { dependsOn }))
}
`

/** A provider that notes each call before it does anything. Its objects exist in its notes only. */
const PLUGIN = (modules: string) => `#!/usr/bin/env node
'use strict'
const { main } = require(${JSON.stringify(`${modules}/@pulumi/pulumi/provider`)})
// An import reads an object without any properties, which the SDK does not expect.
const { ReadRequest } = require(${JSON.stringify(`${modules}/@pulumi/pulumi/proto/provider_pb.js`)})
const { Struct } = require(${JSON.stringify(`${modules}/google-protobuf/google/protobuf/struct_pb.js`)})
const given = ReadRequest.prototype.getProperties
ReadRequest.prototype.getProperties = function () {
  return given.call(this) ?? Struct.fromJavaScript({})
}
const note = (what, name, id) =>
  require('node:fs').appendFileSync(process.env.THINGS + '/calls', what + ' ' + name + ' ' + id + '\\n')
const nameOf = (urn) => urn.split('::').at(-1)
main({
  version: '1.0.0',
  schema: JSON.stringify({
    name: 'things',
    version: '1.0.0',
    resources: { 'things:index:Thing': { inputProperties: {}, properties: {} } },
  }),
  async create(urn, inputs) {
    const id = nameOf(urn) + '/' + Math.random().toString(36).slice(2, 10)
    note('create', nameOf(urn), id)
    return { id, outs: inputs }
  },
  async update(id, urn, olds, news) {
    note('update', nameOf(urn), id)
    return { outs: news }
  },
  async diff(id, urn, olds, news) {
    const replaces = olds.color === news.color ? [] : ['color']
    const changes = replaces.length > 0 || olds.size !== news.size
    return { changes, replaces, deleteBeforeReplace: news.first === true }
  },
  async read(id, urn, props) {
    note('read', nameOf(urn), id)
    const { name = nameOf(urn), size = 1, color = 'blue' } = props
    const found = { name, size, color, token: 'token-of-' + name }
    return { id, props: found, inputs: found }
  },
  async delete(id, urn) {
    note('delete', nameOf(urn), id)
  },
}, process.argv.slice(2))
`

/**
 * Writes the program and its plugin into a directory below one that has the modules they need (`installProject`).
 */
export async function writeApprovalProgram(installed: string): Promise<{ program: string; plugins: string }> {
  const program = path.join(installed, 'approvals')
  const plugins = path.join(program, 'plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(path.join(program, 'Pulumi.yaml'), PROJECT)
  await writeFile(path.join(program, 'package.json'), '{ "private": true, "main": "index.js" }') // else the one above counts
  await writeFile(path.join(program, 'index.js'), PROGRAM)
  const plugin = path.join(plugins, 'pulumi-resource-things')
  await writeFile(plugin, PLUGIN(path.join(installed, 'node_modules')))
  await chmod(plugin, 0o755)
  return { program, plugins }
}

/** What the program declares, and what its provider was asked to do since. */
export const thingsIn = (directory: string) => {
  const notes = async () =>
    (await readFile(path.join(directory, 'calls'), 'utf8')).split('\n').flatMap((line) => {
      const [what = '', name = '', id = ''] = line.split(' ')
      return what === '' ? [] : [{ what, name, id }]
    })
  return {
    async declare(things: readonly Thing[]) {
      await mkdir(directory, { recursive: true })
      await writeFile(path.join(directory, 'program.json'), JSON.stringify(things))
      await writeFile(path.join(directory, 'calls'), '')
    },
    /** Each call with the name of its resource, sorted. */
    calls: async () => (await notes()).map(({ what, name }) => `${what} ${name}`).toSorted(),
    /** The IDs of the objects that there are now, if these were there before. */
    async objects(before: readonly string[]): Promise<string[]> {
      const ids = new Set(before)
      for (const { what, id } of await notes()) {
        if (what === 'create') ids.add(id)
        // The engine also deletes the old object of a replacement that had been interrupted after the delete.
        if (what === 'delete') ids.delete(id)
      }
      return [...ids].toSorted()
    },
  }
}
