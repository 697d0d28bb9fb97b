import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cli } from '#mocks/cli.ts'
import type { Ended, Pulumi } from './pulumi.ts'
import type { CliStep } from './cliStep.ts'

const PROJECT = { org: 'organization', project: 'holdfast-cli' }
const SECRET = 'correct horse battery staple'
const UNATTENDED = ['--yes', '--skip-preview']
const SLOW_MS = 120_000
/** Within how long a killed client has to be noticed, in milliseconds; its renewal would be overdue after minutes. */
const NOTICED_MS = 10_000

/**
 * From the login to the last resource, on one stack; each step depends on those before it. `eyes` reads what the
 * service has.
 */
export function story(pulumi: Pulumi, eyes: Cli, url: string): CliStep[] {
  let stack = 'dev'
  const succeeds = async (...args: string[]) => {
    const { code, output } = await pulumi.run(...args)
    assert.equal(code, 0, `pulumi ${args[0]} ended with ${code}:\n${output}`)
    return output
  }
  const fails = async (...args: string[]): Promise<Ended> => {
    const ended = await pulumi.run(...args)
    assert.notEqual(ended.code, 0, `pulumi ${args[0]} should have failed:\n${ended.output}`)
    return ended
  }
  const configure = (key: string, value: string, ...more: string[]) => succeeds('config', 'set', key, value, ...more)

  const state = async () => {
    const { deployment } = await eyes.exportState({ ...PROJECT, stack })
    const nameOf = (urn: string) => urn.split('::').at(-1) ?? ''
    return {
      things: (deployment.resources ?? []).map(({ urn }) => nameOf(urn)).filter((name) => name.startsWith('thing-')),
      pending: (deployment.pending_operations ?? []).map(({ type, resource }) => `${type} ${nameOf(resource.urn)}`),
    }
  }
  const has = async (things: string[], pending: string[] = []) => {
    const found = await state()
    assert.deepEqual([found.things.toSorted(), found.pending.toSorted()], [things, pending])
  }
  /** Starts an update, and kills it so long (ms) after an operation started that takes ten minutes. */
  const killedAfter = async (quietMs: number) => {
    const up = pulumi.start('up', ...UNATTENDED)
    const deadline = Date.now() + SLOW_MS
    while ((await state()).pending.length === 0) {
      assert.ok(Date.now() < deadline, 'no operation was started')
      await wait(200)
    }
    await wait(quietMs)
    assert.equal(await verdict(), 'alive')
    up.kill()
    await up.ended
  }
  const verdict = async () => {
    type Leases = { leases: { stack: { project: string; stack: string }; verdict: string }[] }
    const { leases } = await eyes.call<Leases>('GET', '/api/ui/leases')
    return leases.find((lease) => lease.stack.project === PROJECT.project && lease.stack.stack === stack)?.verdict
  }
  const becomesDisconnected = async () => {
    const deadline = Date.now() + NOTICED_MS
    while ((await verdict()) !== 'disconnected') {
      assert.ok(Date.now() < deadline, `the lease is ${await verdict()}, not disconnected`)
      await wait(200)
    }
  }
  /** Renames a resource in the state, and returns the URN in the alias that the console prints for the program. */
  const renamed = async (from: string, to: string): Promise<string> => {
    const at = `/api/ui/stacks/${PROJECT.org}/${PROJECT.project}/${stack}`
    const { deployment } = await eyes.exportState({ ...PROJECT, stack })
    const urn = deployment.resources?.find((resource) => resource.urn.endsWith(`::${from}`))?.urn
    const { basis } = await eyes.call<{ basis: object }>('GET', `${at}/state`)
    const edit = { basis, operation: { do: 'rename', urn, name: to } }
    type Plan = { urnsChanged: { alias: string }[] }
    const { urnsChanged } = await eyes.call<Plan>('POST', `${at}/edits/plan`, { body: edit })
    const confirm = `${PROJECT.org}/${PROJECT.project}/${stack}`
    await eyes.call('POST', `${at}/edits`, { body: { ...edit, reason: 'A trial', confirm } })
    return /'(.+)'/.exec(urnsChanged[0]?.alias ?? '')?.[1] ?? ''
  }
  const things = (count: number) => Array.from({ length: count }, (_, index) => `thing-${index}`)

  return [
    {
      title: 'pulumi login signs the administrator in',
      async run() {
        await succeeds('login', url)
        assert.match(await succeeds('whoami'), /^admin$/m)
      },
    },
    {
      title: 'pulumi stack init creates the stack',
      run: async () => void (await succeeds('stack', 'init', `${PROJECT.org}/${PROJECT.project}/${stack}`)),
    },
    {
      title: 'pulumi up creates resources and a secret output',
      async run() {
        await configure('count', '3')
        await configure('password', SECRET, '--secret')
        await succeeds('up', ...UNATTENDED)
        await has(things(3))
        assert.equal((await succeeds('stack', 'output', 'password', '--show-secrets')).trim(), SECRET)
        assert.match(await succeeds('stack', 'output', 'password'), /\[secret\]/)
      },
    },
    {
      title: 'pulumi up that fails half-way keeps what it created',
      async run() {
        await configure('count', '5')
        await configure('failAt', '4')
        assert.match((await fails('up', ...UNATTENDED)).output, /LimitExceeded/)
        await has(things(4))
      },
    },
    {
      title: 'pulumi up that is killed leaves a pending create',
      async run() {
        await succeeds('config', 'rm', 'failAt')
        await configure('slowFrom', '4')
        await killedAfter(20_000)
        await has(things(4), ['creating thing-4'])
      },
    },
    {
      title: 'the killed one, silent for 20 s before, is disconnected',
      run: () => becomesDisconnected(),
    },
    {
      title: 'pulumi up is refused while the killed one holds the lease',
      async run() {
        const { output } = await fails('up', ...UNATTENDED)
        assert.match(output, /Another update is currently in progress/)
      },
    },
    {
      title: 'pulumi cancel keeps the state and the pending create',
      async run() {
        await succeeds('cancel', '--yes')
        await has(things(4), ['creating thing-4'])
      },
    },
    {
      title: 'pulumi refresh --clear-pending-creates clears it',
      async run() {
        await succeeds('config', 'rm', 'slowFrom')
        await succeeds('refresh', ...UNATTENDED, '--clear-pending-creates')
        await has(things(4))
      },
    },
    {
      title: 'one that is killed after 65 s without a call is disconnected too',
      async run() {
        await configure('slowFrom', '4')
        await killedAfter(65_000)
        await becomesDisconnected()
        await succeeds('cancel', '--yes')
        await succeeds('config', 'rm', 'slowFrom')
        await succeeds('refresh', ...UNATTENDED, '--clear-pending-creates')
      },
    },
    {
      title: 'pulumi up creates the rest',
      async run() {
        await succeeds('up', ...UNATTENDED)
        await has(things(5))
      },
    },
    {
      title: 'pulumi up is refused with the reason of another user’s maintenance lock; previews work',
      async run() {
        const at = `/api/ui/stacks/${PROJECT.org}/${PROJECT.project}/${stack}/lock`
        await eyes.call('POST', at, { body: { reason: 'Moving the database by hand', durationS: 600 } })
        const { output } = await fails('up', ...UNATTENDED)
        assert.match(output, /Another update is currently in progress/)
        assert.match(output, /Moving the database by hand/)
        await succeeds('preview')
        await eyes.call('POST', `${at}/release`)
        await has(things(5))
      },
    },
    {
      title: 'pulumi stack export and import keep the resources, and add one version',
      async run() {
        const before = await eyes.getStack({ ...PROJECT, stack })
        await succeeds('stack', 'export', '--file', 'state.json')
        await succeeds('stack', 'import', '--file', 'state.json')
        assert.equal((await eyes.getStack({ ...PROJECT, stack })).version, before.version + 1)
        await has(things(5))
        await succeeds('up', ...UNATTENDED, '--expect-no-changes')
      },
    },
    {
      title: 'a resource that the console renamed is found by the printed alias, and by nothing else',
      async run() {
        const alias = await renamed('thing-0', 'former-0')
        assert.match(await succeeds('preview'), /1 to delete/)
        await configure('alias', alias)
        await succeeds('up', ...UNATTENDED)
        await has(things(5))
        await succeeds('config', 'rm', 'alias')
        await succeeds('up', ...UNATTENDED, '--expect-no-changes')
      },
    },
    {
      title: 'pulumi stack history lists the updates, newest first',
      async run() {
        const updates = JSON.parse(await succeeds('stack', 'history', '--json')) as { kind: string; result: string }[]
        assert.equal(updates[0]?.result, 'succeeded')
        assert.ok(updates.length > 5)
      },
    },
    {
      title: 'pulumi stack rename keeps secrets readable, and the next update changes nothing',
      async run() {
        await succeeds('stack', 'rename', `${PROJECT.org}/${PROJECT.project}/renamed`)
        stack = 'renamed'
        assert.equal((await succeeds('config', 'get', 'password')).trim(), SECRET)
        await succeeds('up', ...UNATTENDED, '--expect-no-changes')
        await has(things(5))
      },
    },
    {
      title: 'pulumi destroy deletes everything, and the stack can be removed',
      async run() {
        await succeeds('destroy', ...UNATTENDED)
        await has([])
        await succeeds('stack', 'rm', '--yes')
      },
    },
  ]
}
