import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Thing } from './approvalProgram.ts'
import {
  type Approving,
  approvalWorld,
  type ApprovalWorld,
  fails,
  holding,
  refusing,
  succeeds,
  thing,
} from './approvalWorld.ts'
import type { CliStep } from './cliStep.ts'

/** One change of a target, and what the CLI says that it does. */
type Change = {
  title: string
  doing: string
  command: string
  args?: string[]
  before: Thing[]
  after: Thing[]
  /** What the provider is asked to do with the target once it is allowed. */
  calls: string[]
}

const keep = thing('keep')

/** Each follows on the one before, on one stack. */
const CHANGES: Change[] = [
  {
    title: 'create',
    doing: 'creating',
    command: 'up',
    before: [keep],
    after: [keep, thing('target')],
    calls: ['create target'],
  },
  {
    title: 'update',
    doing: 'updating',
    command: 'up',
    before: [keep, thing('target')],
    after: [keep, thing('target', { size: 2 })],
    calls: ['update target'],
  },
  {
    title: 'replacement that creates first',
    doing: 'replacing',
    command: 'up',
    before: [keep, thing('target', { size: 2 })],
    after: [keep, thing('target', { size: 2, color: 'red' })],
    calls: ['create target', 'delete target'],
  },
  {
    title: 'replacement that deletes first',
    doing: 'deleting', // clients report the first half like any other delete
    command: 'up',
    before: [keep, thing('target', { size: 2, color: 'red' })],
    after: [keep, thing('target', { size: 2, color: 'green', first: true })],
    calls: ['create target', 'delete target'],
  },
  {
    title: 'delete',
    doing: 'deleting',
    command: 'up',
    before: [keep, thing('target', { size: 2, color: 'green' })],
    after: [keep],
    calls: ['delete target'],
  },
  {
    title: 'import',
    doing: 'importing',
    command: 'import',
    args: ['things:index:Thing', 'target', 'id-target-blue', '--generate-code=false', '--protect=false'],
    before: [keep],
    after: [keep, thing('target')],
    calls: ['read target'],
  },
  {
    title: 'destroy',
    doing: 'deleting',
    command: 'destroy',
    before: [keep, thing('target')],
    after: [],
    calls: ['delete target'],
  },
]

/** Rules that refuse and hold the steps of a real CLI, of each kind, and what it shows. */
export function approvals(given: Approving): CliStep[] {
  let world: ApprovalWorld | undefined
  const stack = async () => (world ??= await approvalWorld(given, 'approvals'))
  return [
    {
      title: 'a stack of which rules hold nothing is updated without a wait',
      async run() {
        const { things, rules, run, isAs } = await stack()
        await rules(holding())
        await things.declare([keep])
        await succeeds(run('up'))
        await isAs([keep])
      },
    },
    ...CHANGES.flatMap((change) => [
      {
        title: `a refused ${change.title}: an error with the rule and a link, and no call of the provider`,
        run: async () => refused(await stack(), change),
      },
      {
        title: `a held ${change.title}: no call of the provider until it is allowed, then it goes on`,
        run: async () => held(await stack(), change),
      },
    ]),
    { title: 'a held step that a person refuses: the error says who and why', run: () => refusedByPerson(given) },
    { title: 'a refresh goes through, whatever the rules say', run: () => refreshed(given) },
    { title: 'a preview warns of what would be refused and held', run: () => previewed(given) },
    { title: 'while a step waits, the CLI says so, with the link', run: () => toldOfWait(given) },
    { title: 'of parallel steps, those in another batch go on; nothing of them is lost', run: () => parallel(given) },
    { title: '--continue-on-error: what does not depend on a refused step is done', run: () => continued(given) },
    { title: 'nobody decides in time: refused, and allowed meanwhile for the next run', run: () => timedOut(given) },
  ]
}

const declared = async (world: ApprovalWorld, { command, after }: Change) => {
  // An import and a destroy leave the program as it is.
  await world.things.declare(command === 'up' ? after : [keep])
}

async function refused(world: ApprovalWorld, change: Change): Promise<void> {
  const { rules, run, isAs, untouched, ref, state } = world
  await declared(world, change)
  await rules(refusing())
  const output = await fails(
    run(change.command, ...(change.args ?? [])),
    new RegExp(
      `\\[403\\] Holdfast: "not the target" does not allow ${change.doing} target \\(things:index:Thing\\)\\.`,
    ),
    new RegExp(`/${ref}/updates/\\d+`),
  )
  shown(output)
  await untouched('target')
  if (change.command === 'destroy') return // it may have deleted the other one before
  const marked = (await state()).things
  assert.deepEqual(marked.map((text) => text.replace(/ old$/, '')).toSorted(), marked)
  await isAs(change.before)
}

async function held(world: ApprovalWorld, change: Change): Promise<void> {
  const { rules, start, held: waiting, untouched, decide, things, isAs, run } = world
  await declared(world, change)
  await rules(holding())
  const running = start(change.command, ...(change.args ?? []))
  const steps = await waiting()
  await untouched('target')
  await decide(steps)
  await succeeds(running.ended)
  assert.deepEqual(
    (await things.calls()).filter((call) => call.endsWith(' target')),
    change.calls,
  )
  await isAs(change.after)
  if (change.command === 'up') await succeeds(run('up', '--expect-no-changes'))
}

async function refusedByPerson(given: Approving): Promise<void> {
  const { things, rules, start, held: waiting, decide, untouched, agrees } = await approvalWorld(given, 'ap-person')
  await things.declare([keep, thing('target')])
  await rules(holding())
  const running = start('up')
  await decide(await waiting(), false, 'not before the backup')
  await fails(running.ended, /Holdfast: operator refused creating target .*: not before the backup\./)
  await untouched('target')
  await agrees([])
}

async function refreshed(given: Approving): Promise<void> {
  const { things, rules, run, isAs, ofStack } = await approvalWorld(given, 'ap-refresh')
  const all = [thing('target'), thing('target-2')]
  await things.declare(all)
  await rules()
  await succeeds(run('up'))
  await rules(refusing())
  await succeeds(run('refresh'))
  assert.deepEqual((await things.calls()).slice(-2), ['read target', 'read target-2'])
  assert.deepEqual(await ofStack(), [])
  await isAs(all)
}

async function previewed(given: Approving): Promise<void> {
  const { things, rules, run, untouched } = await approvalWorld(given, 'ap-preview')
  await things.declare([keep, thing('target')])
  await rules(holding())
  const output = await succeeds(run('preview'))
  assert.match(output, /creating target \(things:index:Thing\) would wait for approval by "the target waits"\./)
  await rules(refusing())
  assert.match(await succeeds(run('preview')), /"not the target" would refuse creating target \(things:index:Thing\)\./)
  await untouched('target')
}

async function toldOfWait(given: Approving): Promise<void> {
  const { things, rules, start, held: waiting, decide, ref } = await approvalWorld(given, 'ap-told')
  await things.declare([thing('target')])
  await rules(holding())
  const running = start('up')
  const steps = await waiting()
  const said = new RegExp(`warning: Creating target waits for an operator\\. .*/${ref}/updates/1`)
  for (const deadline = Date.now() + 20_000; !said.test(running.output()); await pause()) {
    assert.ok(Date.now() < deadline, running.output())
  }
  shown(running.output())
  await decide(steps)
  await succeeds(running.ended)
}

/** Twelve independent creates, three of which wait, in one batch or several. */
async function parallel(given: Approving): Promise<void> {
  const { things, rules, start, untouched, agrees, run, isAs, decideAll } = await approvalWorld(given, 'ap-parallel')
  const others = Array.from({ length: 9 }, (_, index) => thing(`other-${index}`))
  const targets = [thing('target-1'), thing('target-2'), thing('target-3')]
  await things.declare([...others, ...targets])
  await rules(holding())
  const refusal = await decideAll(start('up', '--parallel', '16', '--continue-on-error'), false)
  await fails(Promise.resolve(refusal.ended), /operator refused creating target-/)
  for (const name of refusal.waited) await untouched(name)
  console.log(`  ${refusal.waited.length} waited, ${(await agrees([])).length} of the others were done`)
  const { ended, waited } = await decideAll(start('up', '--parallel', '16'), true)
  await succeeds(Promise.resolve(ended))
  assert.deepEqual(waited.toSorted(), ['target-1', 'target-2', 'target-3'])
  await isAs([...others, ...targets])
  await succeeds(run('up', '--expect-no-changes'))
}

async function continued(given: Approving): Promise<void> {
  const { things, rules, run, untouched, agrees, isAs } = await approvalWorld(given, 'ap-continue')
  const all = [thing('first'), thing('target', { after: 'first' }), thing('below', { after: 'target' })]
  const beside = [thing('beside'), thing('further', { after: 'beside' })]
  await things.declare([...all, ...beside])
  await rules(refusing())
  await fails(run('up', '--continue-on-error'), /does not allow creating target/)
  await untouched('target')
  await untouched('below')
  // What begins together with the refused step is in its batch, and is not started either.
  const done = await agrees([])
  assert.deepEqual(done.map((id) => id.split('/')[0]).slice(0, 2), ['beside', 'first'])
  await rules()
  await succeeds(run('up'))
  await isAs([...all, ...beside])
}

async function timedOut(given: Approving): Promise<void> {
  const {
    things,
    rules,
    start,
    held: waiting,
    decide,
    untouched,
    isAs,
    ofStack,
    run,
  } = await approvalWorld(given, 'ap-late')
  await things.declare([thing('target')])
  await rules(holding('within two minutes', { action: { kind: 'hold', minutes: 2, keptMinutes: 60 } }))
  const running = start('up')
  const steps = await waiting()
  await given.server.advance(125_000)
  shown(await fails(running.ended, /nobody allowed creating target .* within 2m, as "within two minutes" asks\./))
  await untouched('target')
  await isAs([])
  assert.deepEqual(
    (await ofStack()).map(({ status }) => status),
    ['timedOut'],
  )
  await decide(steps)
  await succeeds(run('up'))
  await isAs([thing('target')])
}

const pause = () => wait(100)

/** Prints the lines of an output that speak of approvals, as the CLI shows them. */
function shown(output: string): void {
  const lines = output.split('\n').filter((line) => /Holdfast:|waits|would /.test(line))
  for (const line of new Set(lines.map((text) => text.trim()))) console.log(`  | ${line}`)
}
