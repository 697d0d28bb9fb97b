// A recovery or a known problem is one file: everything derived agrees with the files, and a new one needs no other change.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { PHASES } from '#domain/recoveries/recovery.ts'
import { foundProblems } from '../lists/problems.ts'
import { derived, found } from '../recoveries.ts'
import { expectNone } from './expectNone.ts'

const root = path.join(import.meta.dirname, '../..')
const camelCase = (id: string) => id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

it.each(Object.entries(derived))(
  '%s matches the recoveries and problems; if not, run npm run recoveries',
  (file, text) => {
    expect(readFileSync(path.join(root, file), 'utf8')).toBe(text)
  },
)

describe('a recovery', () => {
  it.each(found)('$name has a descriptive id, and its file has the same name', ({ file, name, value: { id } }) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect([name, path.basename(file, '.ts')]).toEqual([camelCase(id), camelCase(id)])
  })

  it('has a unique id, number and title', () => {
    for (const key of ['id', 'number', 'title'] as const)
      expect(new Set(found.map(({ value }) => value[key])).size).toBe(found.length)
  })

  it('is in triage order, by number within a phase', () => {
    const phases = Object.keys(PHASES)
    const places = Object.values(catalogue).map(({ phase, number }) => phases.indexOf(phase) * 100 + number)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})

describe('a known problem', () => {
  it.each(foundProblems)(
    '$name has the id of its file, and the group of its folder',
    ({ file, name, value: { id, group } }) => {
      expect([name, file]).toEqual([camelCase(id), `${group}/${camelCase(id)}.ts`])
    },
  )

  it('has a unique id and title, and a place of its own in its group', () => {
    const keys = foundProblems.map(({ value: { id, title, group, order } }) => [id, title, `${group} ${order}`])
    for (const index of [0, 1, 2]) expect(new Set(keys.map((each) => each[index])).size).toBe(foundProblems.length)
  })
})

it('recoveries are referred to by number in comments only', () => {
  const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*$/gm
  const numbered = ['contract', 'domain', 'server', 'src', 'words']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /GR-\d/.test(readFileSync(path.join(root, file), 'utf8').replace(comment, '')))
  expectNone(numbered, 'Refer to a recovery by its id in code: numbers are for comments.')
})

describe('an additional recovery, and an additional problem, in one file each', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'recoveries-'))
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  let seen: Record<string, unknown>

  beforeAll(() => {
    const isCode = (file: string) => !file.endsWith('.test.ts')
    const parts = ['contract', 'domain', 'words', 'scripts', 'docs', 'package.json', 'src/lib', 'src/pages/recover']
    for (const part of parts) cpSync(path.join(root, part), path.join(copy, part), { recursive: true, filter: isCode })
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
    mkdirSync(path.join(copy, 'domain/recoveries/clouds'))
    writeFileSync(path.join(copy, 'domain/recoveries/clouds/renewCertificate.ts'), RENEW_CERTIFICATE)
    writeFileSync(path.join(copy, 'domain/problems/state/certificateExpired.ts'), CERTIFICATE_EXPIRED)
    node('scripts/recoveries.ts')
    writeFileSync(path.join(copy, 'probe.ts'), PROBE)
    seen = JSON.parse(node('probe.ts')) as Record<string, unknown>
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('is known to the contract, at its place in the triage order', () => {
    expect(seen['ids']).toEqual(['fix-unhealthy', 'renew-certificate', 'install-plugin'])
  })

  it('has a title, its own address, a unique old address, and commands', () => {
    expect(seen).toMatchObject({
      title: 'A certificate has expired',
      address: '/acme/shop/prod/recover/renew-certificate',
    })
    expect(seen['commands']).toContainEqual(expect.stringContaining('pulumi refresh --preview-only'))
  })

  it('is shown when it is found, in order, and where it is offered', () => {
    expect(seen['findings']).toEqual(['fix-unhealthy', 'renew-certificate', 'install-plugin', 'fix-step-error'])
    expect(seen['offered']).toContainEqual({ id: 'renew-certificate', text: 'A certificate is about to expire.' })
  })

  it('has the page that it names', () => {
    expect(seen['page']).toBe('untracked')
  })

  it('has what its wizard page needs', () => {
    expect(seen['options']).toMatchObject({
      recovery: 'renew-certificate',
      problems: [{ id: 'certificate' }],
      guide: { explanation: 'Certificates expire.' },
    })
  })

  it('has a row in the documentation, and a place in the order there', () => {
    const text = readFileSync(path.join(copy, 'docs/recovery.md'), 'utf8')
    expect(text).toContain(
      '| GR-37 | renew-certificate | A certificate has expired | Wait | Renews it | To guess |\n\n<!-- end of recoveries -->',
    )
    expect(text).toContain('Health: GR-27, GR-37\n')
  })

  it('a problem is listed last in its group, found by its words, and explains its recovery', () => {
    expect(seen).toMatchObject({
      group: ['move-backend', 'certificate-expired'],
      searched: ['certificate-expired'],
      explained: ['certificate-expired'],
    })
  })

  it('a problem has its page, and its messages lead to it and to its recoveries', () => {
    expect(seen).toMatchObject({
      means: 'It is over.',
      recognised: [{ id: 'expired-on', problem: 'certificate-expired', recoveries: ['renew-certificate'] }],
    })
  })

  it('a problem has a row in the documentation', () => {
    const text = readFileSync(path.join(copy, 'docs/recovery.md'), 'utf8')
    expect(text).toContain('| certificate-expired | The certificate has expired | Wait | Says so | To guess |\n')
  })
})

const RENEW_CERTIFICATE = `
import type { GuidedRecovery } from '../guidedRecovery.ts'

export const renewCertificate: GuidedRecovery = {
  id: 'renew-certificate',
  number: 37,
  phase: 'health',
  page: 'untracked',
  title: 'A certificate has expired',
  commands: 'refresh',
  offer: { in: 'changes', text: 'A certificate is about to expire.' },
  docs: { documented: 'Wait', does: 'Renews it', refuses: 'To guess' },
  finding: () => undefined,
  problems: () => [{
    id: 'certificate', title: 'Expired', explanation: '', urns: [], evidence: [], clues: [], options: [], suggested: null,
    advice: null,
  }],
  apply: ({ document }) => ({ document, changed: { added: [], removed: [], changed: [], moved: [], urnsChanged: [] }, problems: [] }),
  guide: () => ({ explanation: 'Certificates expire.', steps: [], never: [], checks: [], stopAndAsk: [] }),
}
`

/** The seventh problem of its group. */
const CERTIFICATE_EXPIRED = `
import type { KnownProblem } from '../problem.ts'

export const certificateExpired: KnownProblem = {
  id: 'certificate-expired',
  group: 'state',
  order: 7,
  title: 'The certificate has expired',
  words: 'x509 sundial',
  recoveries: ['renew-certificate'],
  docs: { documented: 'Wait', does: 'Says so', refuses: 'To guess' },
  sees: [{ sees: 'Nothing' }],
  means: 'It is over.',
  first: { say: 'Wait.' },
  causes: [],
  steps: [],
  never: [],
  here: 'Nothing.',
  errors: [{ id: 'expired-on', fragments: ['the sundial expired on {x}'], title: 'Over', meaning: '', advice: '', where: '' }],
}
`

/** Asks the copy as the server and the page would: the ids of the findings of each. */
const PROBE = `
import { RecoveryId } from '#contract/recoveryId.ts'
import { recogniseErrors } from '#domain/errorDictionary/recogniseErrors.ts'
import { diagnose } from '#domain/health/diagnosis.ts'
import { problems } from '#domain/problems/all.ts'
import { findProblems, problemsFor } from '#domain/problems/find.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { firstCommands } from '#domain/recoveries/firstCommands.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'
import { recoveryOptions } from '#domain/recoveries/stateFacts.ts'
import { emptyDocument } from '#domain/state/checkpoint.ts'
import { paths } from '#src/lib/paths.ts'
import { otherRecoveries } from '#src/pages/recover/otherRecoveries.ts'

const id = 'renew-certificate'
const stack = { org: 'acme', project: 'shop', stack: 'prod' }
const found = (recovery) => ({ recovery, tone: 'attention', title: '', explanation: '', evidence: [], couldBeLost: '', level: 1, items: [] })
const at = RecoveryId.options.indexOf(id)
const { findings } = diagnose({
  stack, now: 0, basis: null, lease: null, lastUpdate: null, interrupted: null, pending: [], integrity: [], unreadable: null,
  resourceCount: 0, tags: {}, hasUnknownEntries: false, asker: null, brokenReferences: [],
  guided: ['fix-step-error', 'install-plugin', id, 'fix-unhealthy'].map(found),
})
const facts = { stack, unreadable: null, pending: [], lastRun: null, cliVersion: '', failed: [], messages: [], versions: [] }
const options = recoveryOptions([emptyDocument()], { recovery: id, basis: { version: 1, hash: '' }, finding: null, facts, now: 0, versions: [] })
process.stdout.write(JSON.stringify({
  ids: RecoveryId.options.slice(at - 1, at + 2),
  title: catalogue[id].title,
  address: paths.recovery(stack, id),
  commands: firstCommands(catalogue[id].commands, stack),
  findings: findings.map(({ recovery }) => recovery),
  offered: otherRecoveries({ findings: [], pending: [] }).changes,
  options,
  page: pageOf(id),
  group: findProblems('').filter(({ group }) => group === 'The state').slice(-2).map(({ id }) => id),
  searched: findProblems('sundial').map(({ id }) => id),
  explained: problemsFor(id).map(({ id }) => id),
  means: problems.find(({ id }) => id === 'certificate-expired').means,
  recognised: recogniseErrors('error: the sundial expired on monday'),
}))
`
