// Texts of screens, answers and commands use the glossary's words, and none that it says to avoid.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { expectNone } from './expectNone.ts'
import { screenTexts } from './screenTexts.ts'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('{words,contract,domain,server,src}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|^server\/(?:faults|adapters)\//.test(file),
)

type Rule = { avoid: RegExp; write: string }

/** The glossary's table of words to avoid: `…` is any text of the same sentence. */
function wordsToAvoid(): Rule[] {
  const glossary = readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')
  const table = glossary.slice(glossary.indexOf('## Words to avoid')).matchAll(/^\| (?!Avoid|---)(.+?) \| (.+?) \|$/gm)
  return [...table].map(([, avoid = '', write = '']) => ({
    avoid: new RegExp(String.raw`\b(?:${avoid.split(', ').map(patternOf).join('|')})\b`, 'i'),
    write,
  }))
}

const patternOf = (phrase: string) => phrase.replaceAll(' … ', String.raw` [^.]*?\b`).replaceAll(' ', String.raw`\s+`)

/** Options and names of other programs. */
const QUOTED: [file: RegExp, text: RegExp][] = [[/^server\/(?:admin|settings)/, /npm run --silent|is not a log level/]]

const rules = wordsToAvoid()

it('texts that people read have no word that the glossary says to avoid', () => {
  expect(rules.length).toBeGreaterThan(12)
  const broken = files.flatMap((file) =>
    screenTexts(file, readFileSync(path.join(root, file), 'utf8'))
      .filter(({ text }) => !QUOTED.some(([where, what]) => where.test(file) && what.test(text)))
      .flatMap(({ line, text }) =>
        rules.flatMap(({ avoid, write }) => {
          const match = avoid.exec(text)
          return match ? [`${file}:${line}: “${match[0]}”: write ${write}`] : []
        }),
      ),
  )
  expectNone(broken, 'Write the word of docs/glossary.md, “Words to avoid”.')
})

it.each([
  ['<p title="Silent since noon">It was cut off</p>', ['Silent since noon', 'It was cut off']],
  ['<p className="a cut off">{ended}</p>', []],
  ["const words = { suspect: 'a' } // it was cut off", []],
  ['const text = `${name} was told so`', ['was told so']],
  ["import a from 'bring it back'", []],
  ["const text = isOver ? 'began' : 'since'", ['began', 'since']],
  ["const kind = 'silent'", []],
  ["const items = [{ label: 'Began', value: 'silent' }]", ['Began']],
] as const)('%s has the texts %j', (source, texts) => {
  expect(screenTexts('a.tsx', source).map(({ text }) => text)).toEqual(texts)
})

it.each([
  ['The client brings its state back', 'restore'],
  ['The run was cut off', 'interrupted; of a file or a body: truncated'],
  ['A forgotten copy', 'remove from the state, drop; of a copy: left behind'],
  ['It is retold', undefined],
] as const)('%j: write %j', (text, write) => {
  expect(rules.find(({ avoid }) => avoid.test(text))?.write).toBe(write)
})
