// npm run recoveries: writes the files derived from the recoveries and the problems. With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CatalogueEntry, PHASES, type Phase, type Recovery } from '#domain/recoveries/recovery.ts'
import type { GuidedRecovery } from '#domain/recoveries/guidedRecovery.ts'
import { derivedOfProblems, problemRows } from './lists/problems.ts'
import { exportsBelow, header, importsOf, literal } from './lists/derived.ts'

type Documented = Recovery & Pick<Partial<GuidedRecovery>, 'foundWith'>

const root = path.join(import.meta.dirname, '..')
const FOLDER = 'domain/recoveries'

const isRecovery = (value: unknown): value is Documented =>
  typeof value === 'object' && value !== null && 'id' in value && 'number' in value && 'phase' in value

const phases = Object.keys(PHASES)
const place = ({ phase, number }: Recovery): number => phases.indexOf(phase) * 1000 + number

const isWriting = process.argv[1] === import.meta.filename && !process.argv.includes('--check')
const write = (texts: Readonly<Record<string, string>>) => {
  for (const [file, text] of Object.entries(texts)) writeFileSync(path.join(root, file), text)
}
// Some recoveries import the list of problems, which may name a file that is gone.
if (isWriting) write(derivedOfProblems)

/** All of them, in the order of triage. */
export const found = (await exportsBelow(FOLDER, isRecovery)).toSorted((a, b) => place(a.value) - place(b.value))
const recoveries = found.map(({ value }) => value)

const code = ({ number }: Recovery): string => `GR-${String(number).padStart(2, '0')}`
const HEADER = header('recoveries')

const idsText = `${HEADER}
/** The guided recoveries, in the order of triage. */
export const RECOVERY_IDS = ${literal(recoveries.map(({ id }) => id))} as const
`

const catalogueText = `${HEADER}import type { RecoveryId } from '#contract/recoveryId.ts'
import type { CatalogueEntry } from './recovery.ts'

/** The data of each recovery for lists and pages, in the order of triage, without loading any rules. */
export const catalogue: Readonly<Record<RecoveryId, CatalogueEntry>> = ${literal(
  Object.fromEntries(
    recoveries.map(({ id, number, phase, title, commands, page, offer, foundWith }) => {
      const entry: CatalogueEntry = {
        number,
        phase,
        title,
        commands,
        ...(page && { page }),
        ...(offer && { offer }),
        ...(foundWith && { foundWith }),
      }
      return [id, entry]
    }),
  ),
)}
`

const allText = `${HEADER}${importsOf(found)}
/** All recoveries, in the order of triage. */
export const recoveries = [
${found.map(({ name }) => `  ${name},\n`).join('')}]
`

const table = [
  '| No. | Address | Situation | By hand, as documented | Holdfast does | Holdfast refuses |',
  '| --- | --- | --- | --- | --- | --- |',
  ...recoveries
    .toSorted((a, b) => a.number - b.number)
    .map((recovery) => {
      const { id, title, docs } = recovery
      return `| ${code(recovery)} | ${id} | ${title} | ${docs.documented} | ${docs.does} | ${docs.refuses} |`
    }),
].join('\n')

const order = (Object.keys(PHASES) as Phase[])
  .map((phase, index) => {
    const codes = recoveries.filter((recovery) => recovery.phase === phase).map(code)
    return `${index + 1}. ${PHASES[phase]}: ${codes.join(', ')}`
  })
  .join('\n')

/** `text` with the part between two marks replaced. */
function between(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name}: npm run recoveries -->\n`, `<!-- end of ${name} -->`]
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The marks of "${name}" are missing.`)
  return `${text.slice(0, from + start.length)}\n${content}\n\n${text.slice(to)}`
}

const DOCUMENT = 'docs/recovery.md'
const document = readFileSync(path.join(root, DOCUMENT), 'utf8')

/** The derived texts, by path in the repository. */
export const derived: Record<string, string> = {
  'contract/recoveryIds.ts': idsText,
  [`${FOLDER}/catalogue.ts`]: catalogueText,
  [`${FOLDER}/all.ts`]: allText,
  ...derivedOfProblems,
  [DOCUMENT]: between(between(between(document, 'recoveries', table), 'problems', problemRows), 'triage', order),
}

if (isWriting) write(derived)
else if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of Object.entries(derived)) {
    if (readFileSync(path.join(root, file), 'utf8') === text) continue
    console.error(`${file} does not match the recoveries and problems. Change those, then: npm run recoveries`)
    process.exitCode = 1
  }
}
