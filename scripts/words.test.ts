// Sentences take their numbers, plurals, lists and times from words/, so that each is written in one way.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const files = globSync('{contract,domain,server,mocks,src}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)

/** What is made by hand, and what words/ has for it. */
const byHand: [what: string, pattern: RegExp, use: string][] = [
  ['a plural: a text chosen by a comparison with 1', /[!=]== 1\)?\s*(?:&& \w+ )?\?\s*['"`]/, 'counted or plural'],
  ['a plural: an ending', /\?\s*(['"`])(?:e?s|y|)\1\s*:\s*(['"`])(?:e?s|ies|)\2/, 'counted'],
  ['a plural: a word and the same with an s', /\?\s*(['"`])([\w ]*\w)\1\s*:\s*\1\2e?s\1/, 'counted or plural'],
  [
    'a plural: a verb or a pronoun',
    /\?\s*'(?:is|was|has|it|its|it is)'\s*:\s*'(?:are|were|have|them|they|their|they are)'/,
    'plural',
  ],
  ['a number for a locale', /\.toLocale\w*\(/, 'number'],
  ['a formatter of its own', /new Intl\./, 'a function of words/'],
  ['an instant cut out of its ISO text', /toISOString\(\)\s*\.(?:slice|replace\('T'|split)/, 'utcTime or utcDate'],
]

it.each(byHand)('no source makes %s (%s) by hand, because there is %s', (_, pattern) => {
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const match = pattern.exec(text)
    return match ? [`${file}:${text.slice(0, match.index).split('\n').length}: ${match[0]}`] : []
  })
  expect(found).toEqual([])
})

it.each([
  ["count === 1 ? 'entry' : 'entries'", 0],
  ["n === 1\n  ? 'One' : `${n} more`", 0],
  ["`${n} stack${n > 1 ? 's' : ''}`", 1],
  ["many ? 'stack' : 'stacks'", 2],
  ["isOne ? 'is' : 'are'", 3],
] as const)('%j would be found', (text, at) => {
  expect(text).toMatch(byHand[at]?.[1] ?? /^$/)
})
