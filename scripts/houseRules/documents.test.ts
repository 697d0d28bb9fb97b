import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectNone } from './expectNone.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CODE = ['words', 'contract', 'domain', 'server', 'src', 'mocks', 'fixtures', 'e2e', 'bench', 'scripts']

const filesIn = (directory: string, kind: RegExp, recursive = true) =>
  readdirSync(path.join(ROOT, directory), { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile() && kind.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

const documents = [...filesIn('', /\.md$/, false), ...['docs', 'bench'].flatMap((place) => filesIn(place, /\.md$/))]
const sources = CODE.flatMap((place) => filesIn(place, /\.(tsx?|js|css)$/)).filter(
  (file) => file !== 'scripts/houseRules/documents.test.ts', // contains examples of broken links
)

/** The prose of a document, without code, which contains no links or headings. */
const prose = (text: string) =>
  text
    .replaceAll(/^ *```[^]*?^ *```/gm, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.slice(1, -1).replaceAll(/[[\]()]/g, ''))

const headingsOf = (text: string) =>
  [...text.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading.replaceAll('`', ''),
  )

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Links of a document to missing files or headings. */
function brokenLinks(file: string, text: string): string[] {
  const targets = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [place = '', anchor] = target.split('#')
    const found = place === '' ? file : path.posix.join(path.posix.dirname(file), place)
    if (!existsSync(path.join(ROOT, found))) return true
    return anchor !== undefined && !headingsOf(read(found)).map(anchorOf).includes(anchor)
  })
}

const PROGRAM = /\.(tsx?|js)$/
const ALL_FILES = [
  ...filesIn('', PROGRAM, false),
  ...[...CODE, 'testing', 'public'].flatMap((place) => filesIn(place, PROGRAM)),
].map((file) => `/${file}`)

/** Files named in a document, in code quotes and relative to any folder, that do not exist. */
const missingFiles = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|js))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !ALL_FILES.some((file) => file.endsWith(`/${name}`)))

/** A comment of several lines, joined. */
const joined = (text: string) => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')

/** Citations of missing documents (`docs/NAME.md`) or of missing headings in them. */
function brokenCitations(text: string): string[] {
  return [...joined(text).matchAll(/\bdocs\/[\w-]+\.md(, [A-Z].{0,60})?/g)].flatMap(([cited, rest]) => {
    const file = cited.slice(0, cited.indexOf('.md') + 3)
    if (!existsSync(path.join(ROOT, file))) return cited
    if (rest === undefined) return []
    const named = headingsOf(read(file)).some(
      (heading) => rest.startsWith(`, ${heading}`) && !/^\w/.test(rest.slice(heading.length + 2)),
    )
    return named ? [] : cited
  })
}

/** Documents cited in earlier comments that were never in the repository. */
const NOT_HERE =
  /\b(?:service-api|diy-backend|graph-study)\b|\b(?:[Cc]heckpoint|[Ii]ntegrity|[Rr]ecovery) (?:GR-\d|\d+\.\d|\d+(?=[,;:)]| \(| and \d))/g

describe('the documentation', () => {
  it.each(documents)('%s has no broken link', (file) => {
    expectNone(brokenLinks(file, read(file)), `Mend these links of ${file}: there is no such file or heading.`)
  })

  it.each(documents)('%s names only existing files', (file) => {
    expectNone(missingFiles(read(file)), `Name these files of ${file} as they are named now.`)
  })

  it('cites only documents and headings that exist', () => {
    const broken = [...sources, ...documents].flatMap((file) =>
      brokenCitations(read(file)).map((cited) => `${file}: ${cited}`),
    )
    expectNone(broken, 'Cite a document and a heading of it that exist.')
  })

  it('cites no document outside the repository', () => {
    const cited = sources.flatMap((file) =>
      [...joined(read(file)).matchAll(NOT_HERE)].map(([found]) => `${file}: ${found}`),
    )
    expectNone(cited, 'Say it here, or cite a document of this repository.')
  })

  it('is listed in the README.md of its folder', () => {
    const unlisted = filesIn('docs', /\.md$/).filter((file) => {
      const index = read(path.posix.join(path.posix.dirname(file), 'README.md'))
      return path.basename(file) !== 'README.md' && !index.includes(`(${path.basename(file)})`)
    })
    expectNone(unlisted, 'List these documents in the README.md of their folder.')
  })
})

describe('the check of the documentation', () => {
  it.each([
    ['[a](docs/nowhere.md)', ['docs/nowhere.md']],
    ['[a](docs/protocol.md#no-such-heading)', ['docs/protocol.md#no-such-heading']],
    ['[a](#nowhere)', ['#nowhere']],
    ['[a](docs/protocol.md#late-calls) [b](https://example.org) `[c](nowhere.md)`', []],
  ])('finds the broken links in %s', (text, broken) => {
    expect(brokenLinks('README.md', text)).toEqual(broken)
  })

  it.each([
    ['`core/updates/nowhere.ts` and `ends.ts`', ['core/updates/nowhere.ts']],
    ['`server/core/updates/ends.ts`, `updates/ends.ts`, `pdates/ends.ts`', ['pdates/ends.ts']],
  ])('finds the missing files named in %s', (text, missing) => {
    expect(missingFiles(text)).toEqual(missing)
  })

  it.each([
    ['see docs/nowhere.md', 1],
    ['(docs/protocol.md, No such heading)', 1],
    ['(docs/protocol.md, Journals)', 1],
    ['(docs/protocol.md,\n * Late calls), and docs/state.md', 0],
  ])('finds the wrong citations in %s', (text, broken) => {
    expect(brokenCitations(text)).toHaveLength(broken)
  })
})
