// npm run recoveries: writes the files derived from the recoveries. With --check it only compares.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CatalogueEntry, PHASES, type Phase, type Recovery } from '#domain/recoveries/recovery.ts'
import type { GuidedRecovery } from '#domain/recoveries/guidedRecovery.ts'

type Found = { file: string; name: string; recovery: Recovery & Pick<Partial<GuidedRecovery>, 'foundWith'> }

const root = path.join(import.meta.dirname, '..')
const FOLDER = 'domain/recoveries'

const isRecovery = (value: unknown): value is Recovery =>
  typeof value === 'object' && value !== null && 'id' in value && 'number' in value && 'phase' in value

/** All recoveries exported in the folders of `domain/recoveries`, in the order of triage. */
async function findRecoveries(): Promise<Found[]> {
  const files = readdirSync(path.join(root, FOLDER), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /^\w+\/\w+\.ts$/.test(file))
  const found: Found[] = []
  for (const file of files.toSorted()) {
    const exported = (await import(pathToFileURL(path.join(root, FOLDER, file)).href)) as Record<string, unknown>
    for (const [name, recovery] of Object.entries(exported))
      if (isRecovery(recovery)) found.push({ file, name, recovery })
  }
  const phases = Object.keys(PHASES)
  const place = ({ phase, number }: Recovery): number => phases.indexOf(phase) * 1000 + number
  return found.toSorted((a, b) => place(a.recovery) - place(b.recovery))
}

/** All of them, in the order of triage. */
export const found = await findRecoveries()
const recoveries = found.map(({ recovery }) => recovery)

const code = ({ number }: Recovery): string => `GR-${String(number).padStart(2, '0')}`
const literal = (value: unknown): string => JSON.stringify(value, null, 2)
const HEADER = "// Generated from the recoveries' files by `npm run recoveries`; do not edit.\n"

const idsText = `${HEADER}
/** The guided recoveries, in the order of triage. */
export const RECOVERY_IDS = ${literal(recoveries.map(({ id }) => id))} as const
`

const catalogueText = `${HEADER}import type { RecoveryId } from '#contract/recoveryId.ts'
import type { CatalogueEntry } from './recovery.ts'

/** The data of each recovery for lists and pages, in the order of triage, without loading any rules. */
export const catalogue: Readonly<Record<RecoveryId, CatalogueEntry>> = ${literal(
  Object.fromEntries(
    recoveries.map(({ id, number, phase, title, commands, offer, foundWith }) => {
      const entry: CatalogueEntry = {
        number,
        phase,
        title,
        commands,
        ...(offer && { offer }),
        ...(foundWith && { foundWith }),
      }
      return [id, entry]
    }),
  ),
)}
`

const allText = `${HEADER}${found
  .toSorted((a, b) => (a.file < b.file ? -1 : 1))
  .map(({ file, name }) => `import { ${name} } from './${file}'\n`)
  .join('')}
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
  [DOCUMENT]: between(between(document, 'recoveries', table), 'triage', order),
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of Object.entries(derived)) {
    if (!process.argv.includes('--check')) writeFileSync(path.join(root, file), text)
    else if (readFileSync(path.join(root, file), 'utf8') !== text) {
      console.error(`${file} does not match the recoveries. Change those, then: npm run recoveries`)
      process.exitCode = 1
    }
  }
}
