import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Health } from '#contract/stacks.ts'
import { LISTED_VERSION } from '#server/store/listedVersion.ts'
import { expectNone } from './expectNone.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/**
 * The files with rules from which a row of `listed` is derived. Sentences have files of their own (`healthWords.ts`,
 * `leaseWords.ts`).
 */
const RULES = [
  'server/store/listed.ts',
  'domain/backends/isHeldThere.ts',
  'domain/search/needles.ts',
  'domain/state/stackReferences.ts',
  'domain/state/unknownFeatures.ts',
  'domain/health/lastingHealth.ts',
  'domain/health/stackHealth.ts',
  'domain/health/lockHealth.ts',
  'domain/lease/orphanedUpdate.ts',
  'domain/lease/lease.ts',
]
/** Of this file only the order of the health values is relevant. */
const HEALTH = 'contract/stacks.ts'

/** The source without comments, imported types and white space: only what may change a result. */
const codeOf = (file: string) =>
  read(file)
    .replaceAll(/\/\*\*?[^]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(/^import type [^;]*? from '[^']+'$/gm, '')
    .replaceAll(/\s+/g, '')

it('a change of the rules behind the lists makes databases derive the lists again', () => {
  const version = createHash('sha256')
    .update(JSON.stringify([RULES.map(codeOf), Health.options]))
    .digest('hex')
    .slice(0, 16)
  expect(LISTED_VERSION, 'The rules have changed: set LISTED_VERSION to the expected value.').toBe(version)
})

it('the rules import nothing else that could change a result', () => {
  const imported = RULES.flatMap((file) =>
    [...read(file).matchAll(/^import (?!type )[^;]*? from '([^']+)'/gm)].map(([, name = '']) =>
      name.startsWith('#') ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
    ),
  )
  expectNone(
    imported.filter((file) => ![...RULES, HEALTH].includes(file)),
    'Add these files to RULES, or import only their types: they decide what a list shows.',
  )
})
