// Sentences take their numbers, plurals, lists and times from words/; comments, test names and documents are in plain English.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { expectNone } from './expectNone.ts'

const root = path.join(import.meta.dirname, '../..')
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

it.each(byHand)('no source makes %s (%s) by hand, because there is %s', (_, pattern, use) => {
  expect(files.length).toBeGreaterThan(800)
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const match = pattern.exec(text)
    return match ? [`${file}:${text.slice(0, match.index).split('\n').length}: ${match[0]}`] : []
  })
  expectNone(found, `Use ${use} of words/.`)
})

it.each([
  ["count === 1 ? 'entry' : 'entries'", 0],
  ["n === 1\n  ? 'One' : `${n} more`", 0],
  ["`${n} stack${n > 1 ? 's' : ''}`", 1],
  ["many ? 'stack' : 'stacks'", 2],
  ["isOne ? 'is' : 'are'", 3],
] as const)('finds the plural made by hand in %j', (text, at) => {
  expect(text).toMatch(byHand[at]?.[1] ?? /^$/)
})

/** Phrases that were replaced in comments, names of tests and documents, and what to write instead. */
const replaced: [phrase: RegExp, use: string][] = [
  [/\bwhoever\b/i, 'the user who, the caller, anyone who'],
  [/\bbegun\b/i, 'started'],
  [/\banew\b/i, 'again, or a verb with re-'],
  [/\blikewise\b/i, 'too, the same'],
  [/\bbecame of\b/i, 'outcome, result'],
  [/\bgo(?:es)? on record\b/i, 'is recorded'],
  [/\bto the letter\b/i, 'exactly'],
  [/\bstands? for\b/i, 'represents, is'],
  [/\b(?:is|are|was|were) told of\b|\btells? of\b/i, 'reports, lists'],
  [/\bto the log and\b/i, 'is logged and not sent to the client'],
  [/\bat hand\b/i, 'available'],
  [/\blets? go of\b/i, 'releases'],
  [/\bthe very\b/i, 'exactly the'],
  [/\bdeeds?\b/i, 'action'],
  [/\bthrice\b|\bwherefrom\b|\bover (?:their|somebody's) head\b/i, 'the common word'],
]

const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm
const TEST_NAME = /\b(?:it|test|describe)\b[\w.]*(?:\([^'"`]*\))?\(\s*(?:'(?:[^'\\\n]|\\.)*'|`[^`]*`)/g
const QUOTED = /`[^`\n]*`|\{[^}]*\}|"[^"]*"|“[^”]*”/g

/** The prose of a file, without names of code and quotations. */
const readIn = (file: string, text: string): string[] =>
  (file.endsWith('.md') ? [text] : [...text.matchAll(COMMENT)].map(([comment]) => comment))
    .map((each) => each.replaceAll(QUOTED, ''))
    .concat(file.endsWith('.md') ? [] : [...text.matchAll(TEST_NAME)].map(([name]) => name))

const written = globSync(
  '{words,contract,domain,server,mocks,src,testing,e2e,bench,scripts}/**/*.{ts,tsx,js},*.md,docs/*.md,bench/*.md'.split(
    /,(?![^{]*\})/,
  ),
  { cwd: root },
).filter((file) => !/words\.test\.ts$|glossary\.md$/.test(file))

it('comments, test names and documents contain no replaced phrase', () => {
  expect(written.length).toBeGreaterThan(1500)
  const found = written.flatMap((file) => {
    const parts = readIn(file, readFileSync(path.join(root, file), 'utf8'))
    return parts.flatMap((part) =>
      replaced.flatMap(([phrase, use]) => {
        const match = phrase.exec(part)
        return match ? [`${file}: “${match[0]}”: write ${use}`] : []
      }),
    )
  })
  expectNone(found, 'Write the common word instead.')
})

it.each([
  ['/** What became of it. */', 'a.ts', 1],
  ["it('is told to the log and to nobody else', () => {})", 'a.test.ts', 1],
  ['// `begun` is a property', 'a.ts', 0],
  ['Whoever runs it', 'a.md', 1],
] as const)('%j in %s has %d replaced phrases', (text, file, count) => {
  const parts = readIn(file, text)
  expect(replaced.filter(([phrase]) => parts.some((part) => phrase.test(part)))).toHaveLength(count)
})
