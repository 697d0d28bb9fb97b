import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { RealServer } from '#e2e/server.ts'
import type { Cli } from '#mocks/cli.ts'
import { type Thing, thingsIn } from './approvalProgram.ts'
import type { Ended, Pulumi, Running } from './pulumi.ts'

const SLOW_MS = 60_000
/** Every step of the resources named `target…`. */
const TARGETS = ['create', 'update', 'replace', 'delete', 'import', 'read']

/** Healths of a stack whose state is valid and has nothing pending; updates may have failed, or taken long. */
const SOUND = ['ok', 'failed', 'empty', 'slow', 'alarm']

export type Held = {
  id: string
  stack: { stack: string }
  name: string
  step: string
  status: string
  isRefusal: boolean
}

/** One stack, the real CLI, and an operator who decides. */
export type ApprovalWorld = Awaited<ReturnType<typeof approvalWorld>>

/** What the tests of approvals share. `operator` is another user than the one who runs the CLI. */
export type Approving = {
  pulumi: Pulumi
  server: RealServer
  eyes: Cli
  operator: () => Promise<Cli>
  directory: string
}

/** Creates a stack, and returns what its tests do with it. */
export async function approvalWorld({ pulumi, eyes, operator, directory }: Approving, stack: string) {
  const ref = `organization/holdfast-cli/${stack}`
  const things = thingsIn(directory)
  const init = await pulumi.run('stack', 'init', ref)
  assert.equal(init.code, 0, init.output)
  const decider = await operator()
  const unattended = (command: string, args: string[]) => [
    command,
    '--stack',
    ref,
    ...(command === 'preview' ? [] : ['--yes', '--skip-preview']),
    ...args,
  ]
  const list = async (at: string): Promise<Held[]> =>
    (await decider.call<{ approvals: Held[] }>('GET', `/api/ui/${at}`)).approvals
  const waiting = async () => (await list('approvals')).filter((held) => held.stack.stack === stack)
  const decide = (held: readonly Held[], allow = true, reason = allow ? '' : 'not now') =>
    decider.call('POST', `/api/ui/stacks/${ref}/approvals/decide`, {
      body: { ids: held.map(({ id }) => id), allow, reason },
    })
  /** The resources in the state, each as the provider's calls left it, and what is pending. */
  const state = async () => {
    const { deployment } = await eyes.exportState({ org: 'organization', project: 'holdfast-cli', stack })
    const own = (deployment.resources ?? []).filter(({ type }) => type === 'things:index:Thing')
    return {
      things: own
        .map(({ urn, inputs, delete: isOld, pendingReplacement: isGone }) => {
          const { size, color } = inputs as { size: number; color: string }
          return `${nameOf(urn)} ${size} ${color}${isOld === true ? ' old' : ''}${isGone === true ? ' gone' : ''}`
        })
        .toSorted(),
      /** The IDs of the objects that exist, also of old ones that wait for their deletion. */
      objects: own.flatMap(({ id, pendingReplacement: isGone }) => (isGone === true ? [] : (id ?? ''))).toSorted(),
      pending: (deployment.pending_operations ?? []).map(({ resource }) => nameOf(resource.urn)),
    }
  }
  const isSound = async () => {
    const { health } = await eyes.call<{ health: string }>('GET', `/api/ui/stacks/${ref}`)
    assert.ok(SOUND.includes(health), `the stack is ${health}`)
  }
  return {
    ref,
    things,
    decider,
    state,
    run: (command: string, ...args: string[]): Promise<Ended> => pulumi.run(...unattended(command, args)),
    start: (command: string, ...args: string[]): Running => pulumi.start(...unattended(command, args)),
    /** The same by another client: through a proxy, or without a journal. */
    as: (other: Pulumi) => ({
      run: (command: string, ...args: string[]): Promise<Ended> => other.run(...unattended(command, args)),
      start: (command: string, ...args: string[]): Running => other.start(...unattended(command, args)),
    }),
    /** Rules about this stack only. Without any there is none. */
    rules: (...rules: object[]) =>
      eyes.call('PUT', '/api/ui/approval-rules', {
        body: { rules: rules.map((rule) => ({ where: { stacks: [stack] }, ...rule })) },
      }),
    /** The refused and held steps of all runs. */
    async ofStack(): Promise<Held[]> {
      const { updates } = await decider.call<{ updates: { id: string }[] }>('GET', `/api/ui/stacks/${ref}/updates`)
      return (await Promise.all(updates.map(({ id }) => list(`stacks/${ref}/runs/${id}/approvals`)))).flat()
    },
    /** Waits until steps wait for a decision. */
    async held(): Promise<Held[]> {
      const deadline = Date.now() + SLOW_MS
      for (;;) {
        const found = await waiting()
        if (found.length > 0) return found
        assert.ok(Date.now() < deadline, 'no step waits')
        await wait(50)
      }
    },
    decide,
    /** Decides whatever waits, until a run has ended. Returns how it ended, and the names of the steps that waited. */
    async decideAll(running: Running, isAllowed: boolean): Promise<{ ended: Ended; waited: string[] }> {
      let isOver = false
      const ended = running.ended.finally(() => (isOver = true))
      const waited: string[] = []
      for (; !isOver; await wait(50)) {
        const found = await waiting()
        if (found.length > 0) await decide(found, isAllowed)
        waited.push(...found.map(({ name }) => name))
      }
      return { ended: await ended, waited }
    },
    /**
     * Nothing is pending, and the state has exactly the objects that the provider's calls made of those that were there
     * before. Returns their IDs, which begin with their names.
     */
    async agrees(before: readonly string[]): Promise<string[]> {
      const { objects, pending } = await state()
      assert.deepEqual(pending, [])
      assert.deepEqual(objects, await things.objects(before))
      await isSound()
      return objects
    },
    /** Nothing is pending, the state is sound, and is exactly what is declared. */
    async isAs(declared: readonly Thing[]): Promise<void> {
      const expected = declared.map(({ name, size, color }) => `${name} ${size} ${color}`).toSorted()
      const { things: found, pending } = await state()
      assert.deepEqual({ found, pending }, { found: expected, pending: [] })
      await isSound()
    },
    /** The provider was asked to do nothing with the resource. */
    async untouched(name: string): Promise<void> {
      const calls = (await things.calls()).filter((call) => call.endsWith(` ${name}`))
      assert.deepEqual(calls, [], `the provider was called for ${name}`)
    },
  }
}

export const nameOf = (urn: string): string => urn.split('::').at(-1) ?? ''

export const refusing = (name = 'not the target', more: object = {}) => ({
  id: 'refuse',
  name,
  what: { steps: TARGETS, urns: ['*::target*'] },
  action: { kind: 'refuse' },
  ...more,
})

export const holding = (name = 'the target waits', more: object = {}) => ({
  id: 'hold',
  name,
  what: { steps: TARGETS, urns: ['*::target*'] },
  action: { kind: 'hold', minutes: 30, keptMinutes: 60 },
  ...more,
})

export const thing = (name: string, more: Partial<Thing> = {}): Thing => ({ name, size: 1, color: 'blue', ...more })

/** Fails unless a command succeeded. */
export async function succeeds(ended: Promise<Ended>): Promise<string> {
  const { code, output } = await ended
  assert.equal(code, 0, output)
  return output
}

/** Fails unless a command failed with this in its output. */
export async function fails(ended: Promise<Ended>, ...expected: RegExp[]): Promise<string> {
  const { code, output } = await ended
  assert.notEqual(code, 0, output)
  for (const each of expected) assert.match(output, each)
  return output
}
