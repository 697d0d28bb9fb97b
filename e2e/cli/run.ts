import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type RealServer, startServer } from '#e2e/server.ts'
import type { Cli } from '#mocks/cli.ts'
import { approvals } from './approvals.ts'
import { approvalWaits } from './approvalWaits.ts'
import { writeApprovalProgram } from './approvalProgram.ts'
import type { Approving } from './approvalWorld.ts'
import type { CliStep } from './cliStep.ts'
import { connectedBackend } from './connectedBackend.ts'
import { interruptions } from './interruptions.ts'
import { killedRuns } from './killedRuns.ts'
import { networkTo } from './network.ts'
import { writeObjectsProgram } from './objectsProgram.ts'
import { installProgram } from './program.ts'
import { createPulumi, findPulumi, type Pulumi } from './pulumi.ts'
import { refusedRuns } from './refusedRuns.ts'
import { selfManaged } from './selfManaged.ts'
import { story } from './story.ts'

const { values: options } = parseArgs({
  options: {
    /** How many updates are killed and recovered; each takes about half a minute. */
    killed: { type: 'string', default: '5' },
    /** What is killed when, and what exists by then. */
    seed: { type: 'string', default: '1' },
    /** Only what happens on a connected self-managed backend. */
    'only-backends': { type: 'boolean', default: false },
    /** How many random updates have refused steps; each takes about three seconds. */
    refused: { type: 'string', default: '10' },
    /** After how many seconds the proxy in front of the service ends a request. */
    'proxy-limit': { type: 'string', default: '3' },
    /** Only what rules refuse and hold. */
    'only-approvals': { type: 'boolean', default: false },
    /** Without the story, only the killed updates. */
    'only-killed': { type: 'boolean', default: false },
  },
})

/**
 * `npm run test:cli`: a real `pulumi` against a fresh service. Without a CLI it says so, which is no failure.
 * `-- --killed 30 --seed 7` for more of the killed updates.
 */
async function main(): Promise<void> {
  const found = findPulumi()
  if (found === undefined) {
    console.log('Not run: there is no pulumi on the PATH, and PULUMI_CLI names none that can be run.')
    return
  }
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-cli-'))
  try {
    const program = path.join(home, 'story')
    const objects = await writeObjectsProgram(path.join(home, 'objects'))
    if (objects === undefined || !(await installProgram(program))) {
      console.log('Not run: npm could not install @pulumi/pulumi, which the programs under test need.')
      return
    }
    console.log(`pulumi ${found.version}`)
    const env = { HOME: home, PULUMI_SKIP_UPDATE_CHECK: 'true' }
    const backends =
      options['only-killed'] || options['only-approvals']
        ? undefined
        : await selfManaged({ command: found.command, home, env, objects })
    try {
      await play(found.command, home, { env, program, objects, backends })
    } finally {
      await backends?.stop()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

type Played = {
  env: Record<string, string>
  program: string
  objects: { program: string; plugins: string }
  /** Undefined if nothing is done with self-managed backends. */
  backends: Awaited<ReturnType<typeof selfManaged>> | undefined
}

async function play(command: string, home: string, { env, program, objects, backends }: Played): Promise<void> {
  const server = await startServer({ env: backends?.secrets ?? {} })
  const network = await networkTo(server.url)
  try {
    const eyes = server.cli()
    const { value } = await eyes.call<{ value: string }>('POST', '/api/ui/tokens', { body: { name: 'test:cli' } })
    const ours = {
      ...env,
      PULUMI_HOME: path.join(home, '.pulumi'),
      PULUMI_ACCESS_TOKEN: value,
      PULUMI_CONSOLE_DOMAIN: new URL(server.url).host,
    }
    const files = path.join(home, 'files')
    const withObjects = createPulumi(command, objects.program, {
      ...ours,
      PATH: [objects.plugins, process.env['PATH']].join(path.delimiter),
      OBJECTS: files,
    })
    await withObjects.run('login', server.url)
    const through = createPulumi(command, program, { ...ours, PULUMI_BACKEND_URL: network.url })
    const direct = createPulumi(command, program, ours)
    const approving = await approvingWith(command, { ours, installed: objects.program, home, server, eyes })
    const isOnly = options['only-killed'] || options['only-backends'] || options['only-approvals']
    const steps: CliStep[] = [
      ...(options['only-approvals'] || !isOnly
        ? [
            ...approvals(approving),
            ...approvalWaits(approving, approving.client, Number(options['proxy-limit']) * 1_000),
            ...refusedRuns(approving, { count: Number(options.refused), seed: Number(options.seed) }),
          ]
        : []),
      ...(isOnly
        ? []
        : [...story(direct, eyes, server.url), ...interruptions({ direct, through, program }, eyes, network.cut)]),
      ...(options['only-backends'] || options['only-approvals']
        ? []
        : killedRuns(withObjects, eyes, files, { count: Number(options.killed), seed: Number(options.seed) })),
      ...(backends?.steps.flatMap((each) => connectedBackend(each, eyes)) ?? []),
    ]
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
    network.close()
    await server.stop()
  }
}

type Approvable = {
  ours: Record<string, string>
  /** A program with the modules of all. */
  installed: string
  home: string
  server: RealServer
  eyes: Cli
}

/** The CLI with the program whose steps are refused and held, and an operator who decides. */
async function approvingWith(
  command: string,
  { ours, installed, home, server, eyes }: Approvable,
): Promise<Approving & { client: (environment: Record<string, string>) => Pulumi }> {
  const { program, plugins } = await writeApprovalProgram(installed)
  const directory = path.join(home, 'things')
  const common = { ...ours, PATH: [plugins, process.env['PATH']].join(path.delimiter), THINGS: directory }
  const client = (environment: Record<string, string>) => createPulumi(command, program, { ...common, ...environment })
  let operator: Promise<Cli> | undefined
  return {
    pulumi: client({}),
    client,
    server,
    eyes,
    directory,
    operator: () => (operator ??= server.cliOfUser('operator')),
  }
}

await main()
