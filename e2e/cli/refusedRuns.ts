import assert from 'node:assert/strict'
import { seeded } from '#mocks/seeded.ts'
import type { Thing } from './approvalProgram.ts'
import { type Approving, approvalWorld, refusing, succeeds } from './approvalWorld.ts'
import type { CliStep } from './cliStep.ts'

const NAMES = Array.from({ length: 8 }, (_, index) => `thing-${index}`)
const COLORS = ['blue', 'red', 'green']

/**
 * Updates with random changes, some of which rules refuse: the provider is never called for a refused step, and the
 * state is what its other calls made.
 */
export function refusedRuns(given: Approving, { count, seed }: { count: number; seed: number }): CliStep[] {
  return [
    {
      title: `${count} random updates: no call of the provider for a refused step (seed ${seed})`,
      run: () => randomRuns(given, count, seeded(seed)),
    },
  ]
}

async function randomRuns(given: Approving, count: number, random: () => number): Promise<void> {
  const { things, rules, run, state, agrees, isAs } = await approvalWorld(given, 'ap-random')
  const below = (limit: number) => Math.floor(random() * limit)
  let wanted: Thing[] = []
  let objects: string[] = []
  let [calls, stopped] = [0, 0]
  for (let index = 0; index < count; index += 1) {
    // With this flag the CLI waits for ever if the delete of a replacement fails that deletes first: pulumi/pulumi#16373.
    const continues = below(2) === 0
    wanted = nextThings(below, !continues)
    const refused = NAMES.filter(() => below(4) === 0)
    await things.declare(wanted)
    await rules(refusing('not these', refused.length === 0 ? { isOn: false } : urnsOf(refused)))
    const { things: before } = await state()
    const command = below(6) === 0 ? 'destroy' : 'up'
    const { code, output } = await run(
      command,
      '--parallel',
      String(1 + below(16)),
      ...(continues ? ['--continue-on-error'] : []),
    )
    const made = await things.calls()
    const wrong = made.filter((call) => refused.includes(call.split(' ')[1] ?? ''))
    assert.deepEqual(wrong, [], `run ${index + 1}: the provider was called for refused steps:\n${output}`)
    const had = objects
    objects = await agrees(had).catch((error: unknown) => {
      throw new Error(`run ${index + 1}, before: ${had.join(', ')}, calls: ${made.join(', ')}\n${output}`, {
        cause: error,
      })
    })
    const isRefused = output.includes('does not allow')
    if (code !== 0) assert.ok(isRefused, output)
    for (const name of refused) {
      // The entry of an object that is gone already is removed without the provider.
      const of = (list: string[]) => list.filter((text) => text.startsWith(`${name} `) && !text.endsWith(' gone'))
      assert.deepEqual(of((await state()).things), of(before), `run ${index + 1}: ${name} is another one`)
    }
    calls += made.length
    stopped += isRefused ? 1 : 0
  }
  console.log(`  ${count} runs, ${stopped} of them with refused steps, ${calls} calls of the provider`)
  await rules()
  await things.declare(wanted)
  await succeeds(run('up'))
  await isAs(wanted)
}

/** Some of the things, each by chance with another size, color and order of replacement, and after an earlier one. */
function nextThings(below: (limit: number) => number, mayDeleteFirst: boolean): Thing[] {
  const present: Thing[] = []
  for (const name of NAMES) {
    if (below(4) === 0) continue
    const after = below(3) === 0 ? present[below(present.length)]?.name : undefined
    present.push({
      name,
      size: 1 + below(2),
      color: COLORS[below(COLORS.length)] ?? 'blue',
      first: mayDeleteFirst && below(2) === 0,
      ...(after !== undefined && { after }),
    })
  }
  return present
}

const urnsOf = (names: readonly string[]) => ({
  what: { steps: ['create', 'update', 'replace', 'delete'], urns: names.map((name) => `*::${name}`) },
})
