import { UPGRADE_BACKEND } from '#domain/commands.ts'
import { shell } from '#domain/shell.ts'
import { assessLock, type LockFile, type LockAssessment } from '#domain/lease/lockFile.ts'
import type { Tone } from '#src/ui/tone.ts'
import type { Bucket } from './bucket.ts'
import { lockCommands, restoreCommands } from './bucketCommands.ts'
import type { BucketSurvey, Source, StackSurvey } from './surveyBucket.ts'

/** Something wrong in a folder of a self-managed backend, and exactly what fixes it. */
export type Trouble = {
  /** The same for the same problem, so that a folder dropped again shows what was fixed. */
  key: string
  recovery: 'remove-lock-file' | 'restore-checkpoint' | 'upgrade-backend'
  tone: Extract<Tone, 'danger' | 'attention'>
  title: string
  sentence: string
  commands: string[]
  lock: { lock: LockFile; assessment: LockAssessment } | undefined
}

const trouble = (rest: Omit<Trouble, 'lock' | 'tone'> & Partial<Trouble>): Trouble => ({
  tone: 'attention',
  lock: undefined,
  ...rest,
})

/** The problems of one stack's files, most urgent first. `now` is epoch milliseconds. */
export function stackTroubles(stack: StackSurvey, now: number): Trouble[] {
  return [
    ...lockTroubles(stack, now),
    ...sidecarTroubles(stack),
    ...checkpointTroubles(stack),
    ...compressionTroubles(stack),
  ]
}

/** The stack's name in commands: its organization is always the same on such a backend (docs/state.md, Layout). */
export const bucketStackName = (name: string): string => (name.includes('/') ? `organization/${name}` : name)

function lockTroubles({ name, locks, sources }: StackSurvey, now: number): Trouble[] {
  const [current] = sources
  const writtenAt = current?.place === 'checkpoint' && current.problem === undefined ? current.writtenAt : null
  return locks.map((read) => {
    const { path } = read
    if (!read.ok) {
      return trouble({
        key: `lock ${path}`,
        recovery: 'remove-lock-file',
        title: read.why === 'empty' ? 'An empty lock file' : 'A truncated lock file',
        sentence:
          'Every command on this stack fails with “unexpected end of JSON input” until it is gone. It names no one: ask who worked on the stack.',
        commands: lockCommands(undefined, bucketStackName(name), path),
      })
    }
    const assessment = assessLock(read.lock, writtenAt, now)
    return trouble({
      key: `lock ${path}`,
      recovery: 'remove-lock-file',
      tone: assessment.tone,
      title: `Locked by ${read.lock.username || 'someone'} on ${read.lock.hostname || 'an unknown host'}`,
      sentence: 'A lock has no heartbeat: it names who started, not whether they still run.',
      commands: lockCommands(read.lock, bucketStackName(name), path),
      lock: { lock: read.lock, assessment },
    })
  })
}

const sidecarTroubles = ({ badSidecars }: StackSurvey): Trouble[] =>
  badSidecars.map((path) =>
    trouble({
      key: `sidecar ${path}`,
      recovery: 'restore-checkpoint',
      tone: 'danger',
      title: 'The sidecar of the checkpoint is broken',
      sentence:
        'Every read of the checkpoint fails because of it, though the checkpoint may be whole. It may go: without it all is well.',
      commands: [shell`rm ${path}`],
    }),
  )

function checkpointTroubles({ name, sources }: StackSurvey): Trouble[] {
  const [current] = sources
  const isThere = current?.place === 'checkpoint'
  if (isThere && current.problem === undefined) return []
  if (isThere && /zstd|large/.test(current.problem ?? '')) return [] // not examined, which does not mean broken
  const whole = sources.find(({ place, problem }) => place !== 'checkpoint' && problem === undefined)
  const target = isThere ? current.path : targetFor(name, whole)
  return [
    trouble({
      key: `checkpoint ${name}`,
      recovery: 'restore-checkpoint',
      tone: 'danger',
      title: isThere ? 'The checkpoint cannot be read' : 'The checkpoint is missing',
      sentence: whole
        ? `${isThere ? (current.problem ?? '') : 'Older CLIs could lose it between two writes.'} The newest whole copy is ${words[whole.place]}.`
        : `${isThere ? (current.problem ?? '') : 'It is not in the folder.'} No copy in this folder is whole: look for an older backup of the bucket itself.`,
      commands: whole && target ? restoreCommands(whole.path, target, isThere) : [],
    }),
  ]
}

const words = {
  checkpoint: 'the checkpoint',
  bak: 'the one before the last write (.bak)',
  backup: 'the newest in backups',
  history: 'the newest in history',
} as const satisfies Record<Source['place'], string>

/**
 * Path of a stack's checkpoint, with the ending of the copy: its format is detected by content, its name is convention.
 */
function targetFor(name: string, whole: Source | undefined): string | undefined {
  const root = whole && /^(.*\.pulumi)\//.exec(whole.path)?.[1]
  const ending = /\.(gz|zst)(?:\.bak)?$/.exec(whole?.path ?? '')?.[1]
  return root && `${root}/stacks/${name}.json${ending ? `.${ending}` : ''}`
}

const compressionTroubles = ({ others, sources }: StackSurvey): Trouble[] =>
  others.map((path) =>
    trouble({
      key: `compression ${path}`,
      recovery: 'restore-checkpoint',
      title: 'The stack exists in two compressions',
      sentence: `The CLI reads the one that was written last, ${sources[0]?.path ?? 'the newest'}. pulumi stack ls lists the stack twice. Keep the other outside of the backend.`,
      commands: [shell`mv ${path} ${`${path.split('/').at(-1) ?? path}.kept`}`],
    }),
  )

/** The problems of the backend as a whole. */
export function backendTroubles(bucket: Bucket, { meta, stacks }: BucketSurvey): Trouble[] {
  const root = rootOf(bucket)
  const old = stacks.filter(({ name }) => !name.includes('/'))
  const found: Trouble[] = []
  if (meta === 'noVersion' || meta === 'broken' || meta === 'newer') {
    const path = `${root}/meta.yaml`
    found.push(
      trouble({
        key: 'meta',
        recovery: 'restore-checkpoint',
        tone: 'danger',
        title: meta === 'newer' ? 'meta.yaml names a layout of a newer CLI' : 'meta.yaml is broken',
        sentence:
          meta === 'newer'
            ? 'Use the CLI that wrote it; this folder is shown as far as it has the known layout.'
            : `Every command reads it at login, so all of them fail. ${old.length > 0 ? 'Stacks lie in the old layout here: it must be absent.' : 'It must read: version: 1'}`,
        commands:
          meta === 'newer'
            ? []
            : old.length > 0
              ? [shell`mv ${path} meta.yaml.broken`]
              : [shell`printf 'version: 1\\n' > ${path}`, shell`rm -f ${`${path}.attrs`}`],
      }),
    )
  }
  if (old.length > 0) {
    found.push(
      trouble({
        key: 'layout',
        recovery: 'upgrade-backend',
        title:
          meta === 'fine'
            ? 'Stacks of the old layout that no CLI sees'
            : 'This backend has the old layout, without projects',
        sentence: `${
          meta === 'fine'
            ? 'meta.yaml says the new layout: an upgrade was interrupted, and these files are not moved yet.'
            : 'It is an error since CLI 3.257.'
        } The upgrade gives each stack the project of its first resource. ${
          old.some(({ project }) => project === undefined)
            ? 'A stack without resources gets none: it is skipped, and no CLI sees it afterwards.'
            : ''
        } No one may work on the backend meanwhile.`.replace('  ', ' '),
        commands: [
          '# With no one else at work, and a copy of the whole folder.',
          shell`cp -a ${root} pulumi-before`,
          UPGRADE_BACKEND,
        ],
      }),
    )
  }
  return found
}

/** All problems of a folder. */
export const allTroubles = (bucket: Bucket, survey: BucketSurvey, now: number): Trouble[] => [
  ...backendTroubles(bucket, survey),
  ...survey.stacks.flatMap((stack) => stackTroubles(stack, now)),
]

/** The folder `.pulumi` as it was dropped. */
function rootOf({ stacks, meta }: Bucket): string {
  const [stack] = stacks
  const some = meta ?? stack?.file ?? stack?.backup ?? stack?.locks[0]
  return /^(.*?\.pulumi)\//.exec(some?.path ?? '')?.[1] ?? '.pulumi'
}

/** The former problems that are gone, by title. */
export const resolvedTroubles = (before: readonly Trouble[], after: readonly Trouble[]): Trouble[] =>
  before.filter(({ key }) => !after.some((each) => each.key === key))
