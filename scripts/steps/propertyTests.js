import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../root.js'

/** Runs random cases, as many as the environment asks for: `testing/cases.ts`. */
const RANDOM = "from '#testing/cases.ts'"
const TEST = /\.test\.tsx?$/
const FOLDERS = ['words', 'contract', 'domain', 'server', 'mocks', 'src', 'testing']

/**
 * The test files with random cases, relative to the root of the repository.
 *
 * @param {string} from
 */
export const propertyTests = (from = root) =>
  FOLDERS.map((folder) => path.join(from, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    )
    .filter((file) => TEST.test(file) && readFileSync(file, 'utf8').includes(RANDOM))
    .map((file) => path.relative(from, file).replaceAll('\\', '/'))
