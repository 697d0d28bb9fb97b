// The files derived from the known problems, for `npm run recoveries`.
import { GROUPS, type KnownProblem, type ProblemEntry } from '#domain/problems/problem.ts'
import { exportsBelow, header, importsOf, literal } from './derived.ts'

const FOLDER = 'domain/problems'

const isProblem = (value: unknown): value is KnownProblem =>
  typeof value === 'object' && value !== null && 'id' in value && 'group' in value && 'order' in value

const groups = Object.keys(GROUPS)
const place = ({ group, order }: KnownProblem): number => groups.indexOf(group) * 1000 + order

/** All of them, in the order of the list. */
export const foundProblems = (await exportsBelow(FOLDER, isProblem)).toSorted((a, b) => place(a.value) - place(b.value))

const catalogueText = `${header('problems')}import type { ProblemEntry } from './problem.ts'

/** The data of each problem for lists and searches, in the order of the list, without loading its page. */
export const catalogue: readonly ProblemEntry[] = ${literal(
  foundProblems.map(({ value: { id, group, title, words, recoveries } }): ProblemEntry => {
    return { id, group: GROUPS[group], title, words, recoveries }
  }),
)}
`

const allText = `${header('problems')}${importsOf(foundProblems)}import type { KnownProblem } from './problem.ts'

/** All problems, in the order of the list. */
export const problems: readonly KnownProblem[] = [
${foundProblems.map(({ name }) => `  ${name},\n`).join('')}]
`

/** The derived texts, by path in the repository. */
export const derivedOfProblems: Record<string, string> = {
  [`${FOLDER}/catalogue.ts`]: catalogueText,
  [`${FOLDER}/all.ts`]: allText,
}

/** The table of docs/recovery.md. */
export const problemRows = [
  '| Page | Situation | By hand, as documented | Holdfast does | Holdfast refuses |',
  '| --- | --- | --- | --- | --- |',
  ...foundProblems.map(
    ({ value: { id, title, docs } }) => `| ${id} | ${title} | ${docs.documented} | ${docs.does} | ${docs.refuses} |`,
  ),
].join('\n')
