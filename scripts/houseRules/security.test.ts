import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectNone } from './expectNone.ts'

const at = (path: string) => new URL(`../../${path}`, import.meta.url)
const read = (path: string) => readFileSync(at(path), 'utf8')
const text = read('docs/security.md')

/**
 * The requirements of levels 1 and 2 in OWASP ASVS 4.0.3, chapters V2 to V8 and V13: the number in each section, or the
 * list if some were deleted or are for level 3 only.
 */
const SECTIONS: Record<string, number | number[]> = {
  '2.1': 12,
  '2.2': 3,
  '2.3': 3,
  '2.4': 5,
  '2.5': 7,
  '2.6': 3,
  '2.7': 6,
  '2.8': 7,
  '2.9': 3,
  '2.10': 4,
  '3.1': 1,
  '3.2': 4,
  '3.3': 4,
  '3.4': 5,
  '3.5': 3,
  '3.7': 1,
  '4.1': [1, 2, 3, 5],
  '4.2': 2,
  '4.3': 3,
  '5.1': 5,
  '5.2': 8,
  '5.3': 10,
  '5.4': 3,
  '5.5': 4,
  '6.1': 3,
  '6.2': 6,
  '6.3': 2,
  '6.4': 2,
  '7.1': 4,
  '7.2': 2,
  '7.3': [1, 3, 4],
  '7.4': 3,
  '8.1': 4,
  '8.2': 3,
  '8.3': 8,
  '13.1': [1, 3, 4, 5],
  '13.2': [1, 2, 3, 5, 6],
  '13.3': 2,
  '13.4': 2,
}
const numbers = Object.entries(SECTIONS).flatMap(([section, which]) =>
  (typeof which === 'number' ? Array.from({ length: which }, (_, index) => index + 1) : which).map(
    (number) => `${section}.${number}`,
  ),
)

/** A file without blanks after its opening brackets, because long titles are on lines of their own. */
const callsIn = (file: string) => read(file).replaceAll(/\(\s+/g, '(')

/** Cells of a table's rows whose first cell matches. */
const rowsOf = (first: RegExp) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell = '']) => first.test(cell))

const requirements = rowsOf(/^\d+\.\d+\.\d+$/)
/** `file` “title”, the form in which the tables name a test. */
const named = [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?|testing\/(?:store|conformance)\/[^`]+\.ts)` “([^”]+)”/g)]

describe('the requirements of ASVS', () => {
  it('have one row each, in order, and no other', () => {
    expect(requirements.map(([number]) => number)).toEqual(numbers)
  })

  it('have no empty cell, one of four verdicts, and a test', () => {
    const verdict = /^(?:pass|pass, with the operator|not applicable|fails)$/
    const odd = requirements.filter(
      ([, what = '', result = '', why = '', test = '', ...more]) =>
        more.length > 0 || what.length < 8 || !verdict.test(result) || why.length < 8 || !/^`[^`]+` “/.test(test),
    )
    expectNone(
      odd.map(([number = '']) => number),
      'Complete these rows of docs/security.md: requirement, verdict, how, and a test.',
    )
  })

  it('name existing tests by their titles', () => {
    expect(named.length).toBeGreaterThanOrEqual(numbers.length)
    const inText = requirements.flatMap((cells) => cells.at(-1)?.match(/“/g) ?? []).length
    expect(named).toHaveLength(inText)
    const missing = named.filter(
      ([, file = '', title = '']) =>
        !existsSync(at(file)) || !["'", '`'].some((mark) => callsIn(file).includes(`(${mark}${title}${mark}`)),
    )
    expectNone(
      missing.map(([whole]) => whole),
      'Name in docs/security.md the tests as they are called now.',
    )
  })

  it('are listed again when they are not met, with what to do until then', () => {
    const failing = requirements.filter(([, , result]) => result === 'fails').map(([number]) => number)
    const section = /\n## What fails today\n([^]*?)\n## /.exec(text)?.[1] ?? ''
    expect([...section.matchAll(/\*\*(\d+\.\d+\.\d+)\*\*/g)].map(([, number]) => number)).toEqual(failing)
  })
})

it('every table of the database is listed under what is stored', () => {
  const schema = ['baseline.ts', 'migrations.ts', 'search/schema.ts']
    .map((file) => read(`server/adapters/sql/${file}`))
    .join('')
  const tables = [...schema.matchAll(/create table (?:if not exists )?"(\w+)"/g)].map(([, name]) => name)
  expect(tables.length).toBeGreaterThan(20)
  const listed = rowsOf(/^`\w+`/).flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expectNone(
    tables.filter((name) => !listed.includes(name)).map(String),
    'List these tables in docs/security.md, under What is stored.',
  )
})

it('the security documentation is linked from the readme and from the page about reporting a vulnerability', () => {
  expect(read('README.md')).toContain('(docs/security.md)')
  expect(read('SECURITY.md')).toContain('(docs/security.md)')
})
