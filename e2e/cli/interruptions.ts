import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cli } from '#mocks/cli.ts'
import { SLOW_MARK } from './program.ts'
import type { Pulumi } from './pulumi.ts'
import type { CliStep } from './cliStep.ts'

const STACK = { org: 'organization', project: 'holdfast-cli', stack: 'interrupted' }
const REF = Object.values(STACK).join('/')
const UNATTENDED = ['--yes', '--skip-preview', '--stack', REF]
const SLOW_MS = 120_000
/** A killed client is noticed within 2 s; one that is not noticed within this time is not taken for one. */
const NOTICED_MS = 10_000

/**
 * What ends, stops or hides a client in the middle of an update, and the verdict on its lease. `direct` calls the
 * service itself, `through` over a network that `cut` takes away; both run the program in the directory `program`.
 */
export function interruptions(
  { direct, through, program }: { direct: Pulumi; through: Pulumi; program: string },
  eyes: Cli,
  cut: () => void,
): CliStep[] {
  const succeeds = async (...args: string[]) => {
    const { code, output } = await direct.run(...args, '--stack', REF)
    assert.equal(code, 0, `pulumi ${args[0]} ended with ${code}:\n${output}`)
  }
  const verdict = async () => {
    type Leases = { leases: { stack: { stack: string }; verdict: string }[] }
    const { leases } = await eyes.call<Leases>('GET', '/api/ui/leases')
    return leases.find(({ stack }) => stack.stack === STACK.stack)?.verdict
  }
  const pending = async () => (await eyes.exportState(STACK)).deployment.pending_operations?.length ?? 0
  /** Starts an update, and returns it once a create was started that takes ten minutes. */
  const inTheMiddle = async (pulumi: Pulumi) => {
    const mark = path.join(program, SLOW_MARK)
    await rm(mark, { force: true })
    const up = pulumi.start('up', ...UNATTENDED)
    await until('a create is started', async () => (await pending()) > 0)
    // Before the provider has the call, an interrupt ends the create as failed, and nothing is pending.
    await until('the provider works on it', () => Promise.resolve(existsSync(mark)))
    return up
  }
  const clear = () => succeeds('refresh', '--yes', '--skip-preview', '--clear-pending-creates')

  return [
    {
      title: 'Ctrl-C twice ends the update and its lease, and leaves the create as pending',
      async run() {
        const init = await direct.run('stack', 'init', REF)
        assert.equal(init.code, 0, init.output)
        await succeeds('config', 'set', 'count', '1')
        await succeeds('config', 'set', 'slowFrom', '0')
        const up = await inTheMiddle(direct)
        up.signal('SIGINT')
        await wait(2_000) // as a person who sees that it does not end
        up.signal('SIGINT')
        const { code } = await up.ended
        assert.notEqual(code, 0)
        assert.equal(await verdict(), undefined)
        assert.equal(await pending(), 1)
        await clear()
      },
    },
    {
      title: 'a client that is stopped, as by a laptop that sleeps, is not disconnected until it is killed',
      async run() {
        const up = await inTheMiddle(direct)
        up.signal('SIGSTOP')
        await wait(NOTICED_MS)
        assert.equal(await verdict(), 'alive')
        up.kill()
        await up.ended
        await until('the lease is disconnected', async () => (await verdict()) === 'disconnected', NOTICED_MS)
        await succeeds('cancel', '--yes')
        await clear()
      },
    },
    {
      title: 'a client whose network has gone is not disconnected, even if it is killed',
      async run() {
        const up = await inTheMiddle(through)
        cut()
        up.kill()
        await up.ended
        await wait(NOTICED_MS)
        assert.equal(await verdict(), 'alive')
        await succeeds('cancel', '--yes')
        await clear()
        await succeeds('stack', 'rm', '--yes', '--force')
      },
    },
  ]
}

async function until(what: string, isTrue: () => Promise<boolean>, withinMs = SLOW_MS): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadline, `waited in vain until ${what}`)
    await wait(200)
  }
}
