// Checks the dependencies in package.json.
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Package = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Package

/** The packages that product files of the service import, by name. */
function importedByService(): string[] {
  const files = globSync('{words,contract,domain,server}/**/*.ts', { cwd: root }).filter((file) => !isTest(file))
  const specifiers = files.flatMap((file) => [
    ...read(file).matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[\w-]+)(?:\/[^']*)?'/g),
  ])
  return [...new Set(specifiers.map(([, name = '']) => name))].filter((name) => !builtinModules.includes(name))
}

/** Suites, and the PostgreSQL that tests start, lie next to what they test and are no part of the service. */
const isTest = (file: string) => /(\.test|[\\/]postgresServer)\.ts$/.test(file) || /from 'vitest'/.test(read(file))

it('has the service’s imports in dependencies, and the page’s in devDependencies', () => {
  expect(importedByService().toSorted()).toEqual(Object.keys(dependencies).toSorted())
})

it('pins every version', () => {
  const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies })
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
})

it('names no registry in package-lock.json', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/)
})
