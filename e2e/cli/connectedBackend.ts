import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cli } from '#mocks/cli.ts'
import { removalOf } from '#testing/backends/removalOf.ts'
import type { CliStep } from './cliStep.ts'
import { harmless, objectsIn, until } from './objects.ts'
import type { Pulumi } from './pulumi.ts'

/** A self-managed backend for a test: its address for `pulumi login`, and the CLI logged in to it. */
export type SelfManaged = {
  kind: string
  address: string
  pulumi: Pulumi
  directory: string
  /** Its credentials, as the environment has them. */
  secrets: Record<string, string>
}

type Detail = {
  elsewhere: {
    cliName: string
    address: string
    holder: { word: string; inFlight: number; locks: { key: string }[] } | null
  } | null
  health: string
  basis: { version: number; hash: string }
}
type Diagnosis = { basis: Detail['basis']; pending: { key: string; name: string }[] }
type Options = { problems: { id: string; options: { id: string }[] }[] }

/**
 * An update on a self-managed backend is killed; the connected server shows its lock and what is pending; it is
 * recovered by the printed file and commands, and afterwards nothing that exists would be created again or replaced.
 */
export function connectedBackend({ kind, address, pulumi, directory, secrets }: SelfManaged, eyes: Cli): CliStep[] {
  const name = `cli-${kind}`
  const at = `/api/ui/stacks/${name}/holdfast-cli/killed`
  const files = objectsIn(directory)
  const objects = ['plugin-made', 'plugin-none', 'plugin-done']
  const succeeds = async (...args: string[]) => {
    const { code, output } = await pulumi.run(...args)
    assert.equal(code, 0, `pulumi ${args.join(' ')} ended with ${code}:\n${output}`)
    return output
  }
  const look = () => eyes.call('POST', `/api/ui/backends/${name}/look`, { body: { stack: 'holdfast-cli/killed' } })
  const detail = async () => {
    await look()
    return eyes.call<Detail>('GET', at)
  }
  let existing = new Map<string, string[]>()

  return [
    {
      title: `${kind}: a killed update leaves its lock and its operations, and the connected server shows both`,
      async run() {
        const plan = Object.fromEntries(objects.map((each) => [each, { end: each.split('-')[1], after: 0 }]))
        await files.write({ names: objects, plan })
        await succeeds('login', address)
        await succeeds('stack', 'init', 'organization/holdfast-cli/killed')
        const up = pulumi.start('up', '--yes', '--skip-preview', '--stack', 'organization/holdfast-cli/killed')
        await until(async () => (await files.existing(objects)).size >= 2)
        await wait(1_500) // so that the CLI has saved what it began
        up.kill()
        await up.ended
        await wait(1_500) // a provider that survives its CLI ends what it had started, as a cloud does
        existing = await files.existing(objects)
        await eyes.call('POST', '/api/ui/backends', { body: { name, address, seenBy: 'everyone' } })
        const { elsewhere, health } = await detail()
        assert.equal(elsewhere?.cliName, 'organization/holdfast-cli/killed')
        assert.equal(elsewhere?.holder?.locks.length, 1)
        assert.ok((elsewhere?.holder?.inFlight ?? 0) > 0, 'nothing is pending')
        assert.notEqual(health, 'ok')
      },
    },
    {
      title: `${kind}: it is recovered by the printed file and commands, and the next preview is clean`,
      async run() {
        unlock((await detail()).elsewhere, secrets)
        assert.equal((await detail()).elsewhere?.holder?.locks.length ?? 0, 0)
        for (const recovery of ['adopt-create', 'clear-create'] as const) {
          const { pending, basis } = await eyes.call<Diagnosis>('GET', `${at}/recover`)
          const found = pending.filter((item) => existing.has(item.name) === (recovery === 'adopt-create'))
          if (found.length === 0) continue
          const choices = await choicesFor(eyes, at, { recovery, found, existing })
          const file = await eyes.call<{ name: string; text: string }>('POST', `${at}/recoveries/file`, {
            body: { recovery, basis, choices },
          })
          await writeFile(path.join(pulumi.cwd, file.name), file.text)
          await succeeds('stack', 'import', '--stack', 'organization/holdfast-cli/killed', '--file', file.name)
          const { basis: next } = await detail()
          assert.notEqual(next.hash, basis.hash, 'the mirror did not see the import')
        }
        const left = await eyes.call<Diagnosis>('GET', `${at}/recover`)
        assert.deepEqual(left.pending, [])
        await files.write({ names: objects, plan: {} })
        const stack = ['--stack', 'organization/holdfast-cli/killed']
        await succeeds('refresh', '--yes', '--skip-preview', ...stack)
        harmless(await succeeds('preview', '--diff', ...stack), objects, existing)
        await succeeds('up', '--yes', '--skip-preview', ...stack)
        const afterwards = await files.existing(objects)
        for (const [each, ids] of existing) assert.deepEqual(afterwards.get(each), ids, `${each} is another object`)
        assert.deepEqual(await files.deleted(), [], 'something was deleted')
        assert.equal((await detail()).health, 'ok')
      },
    },
  ]
}

/** What a person found for each operation: the object exists with this ID, or does not exist. */
async function choicesFor(
  eyes: Cli,
  at: string,
  { recovery, found, existing }: { recovery: string; found: Diagnosis['pending']; existing: Map<string, string[]> },
) {
  const statement = 'I listed the directory.'
  if (recovery === 'clear-create')
    return found.map(({ key }) => ({ problem: key, option: 'doesNotExist', inputs: {}, statement }))
  const { problems } = await eyes.call<Options>('GET', `${at}/recover/${recovery}`)
  return found.map(({ key, name }) => {
    const options = problems.find(({ id }) => id === key)?.options ?? []
    if (options.some(({ id }) => id === 'reported')) return { problem: key, option: 'reported', inputs: {}, statement }
    return { problem: key, option: 'adopt', inputs: { id: existing.get(name)?.[0] ?? '' }, statement }
  })
}

/** Runs the printed commands that remove exactly the locks that are there. */
function unlock(elsewhere: Detail['elsewhere'], secrets: Record<string, string>): void {
  assert.ok(elsewhere)
  for (const { key } of elsewhere.holder?.locks ?? []) {
    const command = removalOf(elsewhere.address, key)
    const { status, stderr } = spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      env: { ...process.env, ...secrets },
    })
    assert.equal(status, 0, `${command}: ${stderr}`)
  }
}
