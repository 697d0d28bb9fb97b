import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServer } from '#e2e/server.ts'
import { writeProgram } from './program.ts'
import { createPulumi, findPulumi } from './pulumi.ts'
import { story } from './story.ts'

/** `npm run test:cli`: a real `pulumi` against a fresh service. Without a CLI it says so, which is no failure. */
async function main(): Promise<void> {
  const found = findPulumi()
  if (found === undefined) {
    console.log('Not run: there is no pulumi on the PATH, and PULUMI_CLI names none that can be run.')
    return
  }
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-cli-'))
  try {
    const program = path.join(home, 'program')
    await writeProgram(program)
    const install = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: program, encoding: 'utf8' })
    if (install.status !== 0) {
      console.log('Not run: npm could not install @pulumi/pulumi, which the program under test needs.')
      return
    }
    console.log(`pulumi ${found.version}`)
    await play(found.command, program, home)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function play(command: string, program: string, home: string): Promise<void> {
  const server = await startServer()
  try {
    const eyes = server.cli()
    const { value } = await eyes.call<{ value: string }>('POST', '/api/ui/tokens', { body: { name: 'test:cli' } })
    const pulumi = createPulumi(command, program, {
      HOME: home,
      PULUMI_HOME: path.join(home, '.pulumi'),
      PULUMI_ACCESS_TOKEN: value,
      PULUMI_CONSOLE_DOMAIN: new URL(server.url).host,
      PULUMI_SKIP_UPDATE_CHECK: 'true',
    })
    const steps = story(pulumi, eyes, server.url)
    let passed = 0
    for (const { title, run } of steps) {
      try {
        await run()
        passed += 1
        console.log(`${title}: ok`)
      } catch (error) {
        // The rest depends on this step: to continue would only report consequences.
        console.log(
          `${title}: FAILED\n${error instanceof Error ? error.message : String(error)}`.replaceAll(value, '…'),
        )
        process.exitCode = 1
        break
      }
    }
    console.log(
      `${passed} passed, ${process.exitCode === 1 ? 1 : 0} failed, ${steps.length - passed - (process.exitCode === 1 ? 1 : 0)} not run`,
    )
  } finally {
    await server.stop()
  }
}

await main()
