import type { BlobStore, Call } from '#server/blobs/port.ts'
import { bytesOf } from './bench.ts'
import { checkpoint, stateKey } from './mirrorWorld.ts'

/** One request of a run, by what the CLI does there. */
export type Verb = { name: string; run(): Promise<void> }

type Run = {
  store: BlobStore
  clock: () => number
  /** `project/stack`, which exists. */
  stack: string
  /** Resources in the state before, and those that the run creates. */
  has: readonly string[]
  creates: readonly string[]
  /** The UUID of its lock. */
  lock: string
  kind?: string
  result?: 'succeeded' | 'failed'
}

const CALL: Call = { purpose: 'write' }

/** Seconds between a step and the next one of the CLI play no role here: a caller moves the clock between verbs. */
async function drain(store: BlobStore, prefix: string): Promise<void> {
  for await (const _ of store.list(prefix, CALL)) continue
}

/**
 * The requests of a run of the CLI on a self-managed backend, in order, each of which a test may make the last: lock,
 * then for every change of the state a listing, a copy and a write; at the end the records, and the lock is removed.
 */
export function puppetRun(run: Run): Verb[] {
  const { store, stack, lock, creates } = run
  const lockKey = `.pulumi/locks/organization/${stack}/${lock}.json`
  const name = stack.split('/')[1] ?? stack
  let endedAt = 0
  const history = (part: string) => `.pulumi/history/${stack}/${name}-${endedAt}000000.${part}.json`
  const has = [...run.has]
  return [
    { name: 'list locks', run: () => drain(store, `.pulumi/locks/organization/${stack}/`) },
    { name: 'write the lock', run: () => store.put(lockKey, bytesOf(lockText(run)), CALL) },
    { name: 'list locks again', run: () => drain(store, `.pulumi/locks/organization/${stack}/`) },
    ...creates.flatMap((resource) => [
      ...save(run, `begin ${resource}`, () => checkpoint(stack, has, [resource])),
      { name: `create ${resource}`, run: async () => void has.push(resource) },
      ...save(run, `end ${resource}`, () => checkpoint(stack, has)),
    ]),
    ...save(run, 'the last state', () => checkpoint(stack, has)),
    {
      name: 'write the history entry',
      async run() {
        endedAt = run.clock()
        await store.put(history('history'), bytesOf(entryText(run, endedAt)), CALL)
      },
    },
    {
      name: 'copy to the history',
      run: async () => void (await store.copy(stateKey(stack), history('checkpoint'), CALL)),
    },
    {
      name: 'copy to the backups',
      run: async () =>
        void (await store.copy(stateKey(stack), `.pulumi/backups/${stack}/${name}.${endedAt}000001.json`, CALL)),
    },
    { name: 'remove the lock', run: async () => void (await store.remove(lockKey, CALL)) },
  ]
}

/** One save of the state, as the CLI does it. */
const save = ({ store, stack }: Run, what: string, text: () => string): Verb[] => [
  { name: `list before ${what}`, run: () => drain(store, stateKey(stack)) },
  {
    name: `copy before ${what}`,
    run: async () => void (await store.copy(stateKey(stack), stateKey(stack, '.bak'), CALL)),
  },
  { name: `write ${what}`, run: () => store.put(stateKey(stack), bytesOf(text()), CALL) },
]

/** `pulumi cancel`: removes every lock of the stack, without asking its holder. */
export async function puppetCancel(store: BlobStore, stack: string): Promise<void> {
  for await (const page of store.list(`.pulumi/locks/organization/${stack}/`, CALL))
    for (const { key } of page) await store.remove(key, CALL)
}

/** `pulumi stack init`. */
export const puppetInit = (store: BlobStore, stack: string): Promise<void> =>
  store.put(
    stateKey(stack),
    bytesOf(JSON.stringify({ version: 0, checkpoint: { stack: `organization/${stack}` } })),
    CALL,
  )

/** `pulumi stack rm`: the state becomes its copy, the history is removed. */
export async function puppetRemove(store: BlobStore, stack: string): Promise<void> {
  await store.copy(stateKey(stack), stateKey(stack, '.bak'), CALL)
  await store.remove(stateKey(stack), CALL)
  await store.remove(`.pulumi/stacks/${stack}.pulumi-tags`, CALL)
  for await (const page of store.list(`.pulumi/history/${stack}/`, CALL))
    for (const { key } of page) await store.remove(key, CALL)
}

/** The length of each run by its own clock, which is as much behind when it begins. */
const RUN_S = 60

const lockText = ({ clock }: Run): string =>
  JSON.stringify({
    pid: 28_144,
    username: 'ada',
    hostname: 'laptop',
    timestamp: new Date(clock() - RUN_S * 1000).toISOString(),
  })

const entryText = ({ kind = 'update', result = 'succeeded', creates }: Run, endedAt: number): string =>
  JSON.stringify({
    kind,
    startTime: Math.floor(endedAt / 1000) - RUN_S,
    endTime: Math.floor(endedAt / 1000),
    message: 'Add pets',
    environment: {
      'git.author': 'Ada Lovelace',
      'git.head': 'a'.repeat(40),
      'ci.system': 'GitHub Actions',
      'ci.build.id': '77',
      'ci.build.url': 'https://github.com/acme/infra/actions/runs/77',
    },
    config: { 'shop:size': '3', 'shop:password': { secure: 'v1:xyz' } },
    version: 0,
    result,
    resourceChanges: { create: creates.length },
  })

/** `pulumi stack rename`: the state and the history under another name; the old state becomes its copy. */
export async function puppetRename(store: BlobStore, stack: string, to: string): Promise<void> {
  if ((await store.copy(stateKey(stack), stateKey(to), CALL)) === 'absent') return
  await store.copy(stateKey(stack), stateKey(stack, '.bak'), CALL)
  await store.remove(stateKey(stack), CALL)
  const [name, newName] = [stack, to].map((each) => each.split('/')[1] ?? each)
  for await (const page of store.list(`.pulumi/history/${stack}/`, CALL)) {
    for (const { key } of page) {
      const file = key.slice(`.pulumi/history/${stack}/${name}`.length)
      await store.copy(key, `.pulumi/history/${to}/${newName}${file}`, CALL)
      await store.remove(key, CALL)
    }
  }
}
