// Puts the npm package together in dist/package, next to its built service.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.js'

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE']

/**
 * Adds the program, the built console, the documents and package.json to the built service in `place`.
 *
 * @param {string} place
 * @param {string} console the built console
 */
export function stagePackage(place, console) {
  const { name, version, description, license, type, dependencies } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  )
  const manifest = {
    name,
    version,
    // Nothing was released yet: `npm publish` refuses it.
    private: true,
    description,
    license,
    type,
    engines: { node: '>=24' },
    bin: { holdfast: 'bin/holdfast.js' },
    files: ['bin', 'server', 'dist', ...DOCUMENTS],
    dependencies,
  }
  const program = path.join(place, 'bin/holdfast.js')
  mkdirSync(path.dirname(program), { recursive: true })
  cpSync(path.join(root, 'scripts/package/holdfast.js'), program)
  chmodSync(program, 0o755)
  rmSync(path.join(place, 'dist'), { recursive: true, force: true })
  const isServed = (/** @type {string} */ file) => !file.endsWith('.map')
  cpSync(console, path.join(place, 'dist/console'), { recursive: true, filter: isServed })
  for (const file of DOCUMENTS) cpSync(path.join(root, file), path.join(place, file))
  writeFileSync(path.join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
