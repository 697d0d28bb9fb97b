import type { LayoutWord } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { isName, NO_PROJECT } from '../../stackName.ts'

/** An object of a self-managed backend, as a listing shows it; `key` begins with `.pulumi/`. */
export type ListedObject = {
  key: string
  /** Bytes as stored. */
  size: number
  /** When it was written, by the store's clock, epoch milliseconds. */
  at: number
  /** Changes with each write. */
  mark: string
}

/** A stack of a self-managed backend by its files (docs/state.md, Layout). */
export type ListedStack<Listed extends ListedObject = ListedObject> = {
  /** `project/stack`, or the bare name in the legacy layout. */
  name: string
  isLegacy: boolean
  /** The file that the CLI reads: of several compressions the one written last. */
  state?: Listed
  /** The other compressions, which the CLI does not read. */
  others: Listed[]
  /** The state before the last write. */
  bak?: Listed
  /** Files of a `file://` store next to a state or tags: a broken one makes every read of its file fail. */
  sidecars: Listed[]
  tags?: Listed
  /** Copies of every write, which the CLI keeps if it is told to. */
  numbered: { count: number; bytes: number }
}

/** A file among the stacks that belongs to none, and why. */
export type ForeignObject = { key: string; why: string }

export type FoundStacks<Listed extends ListedObject = ListedObject> = {
  /** By name. */
  stacks: ListedStack<Listed>[]
  /** The first of them. */
  foreign: ForeignObject[]
  foreignCount: number
}

/** A foreign file is shown for a person to look at; nobody reads a thousand. */
export const MAX_FOREIGN = 100

const STACKS = '.pulumi/stacks/'
const LOCKS = '.pulumi/locks/'

const WHY = {
  yaml: 'A YAML file: pulumi stack select offers its name, but no command reads it.',
  name: 'Its name is none that a project or a stack can have.',
  deep: 'It lies deeper than the files of stacks do.',
  temporary: 'A temporary file of a write that did not end.',
  other: 'No file of a stack.',
} as const

/** The stacks in a listing of `.pulumi/` or of its `stacks/`. Objects of other folders are not looked at. */
export function stacksIn<Listed extends ListedObject>(objects: Iterable<Listed>): FoundStacks<Listed> {
  const found = new Map<string, ListedStack<Listed>>()
  const foreign: ForeignObject[] = []
  let foreignCount = 0
  for (const object of objects) {
    const { key } = object
    if (!key.startsWith(STACKS) || key.endsWith('/')) continue // the marker of an empty folder
    const file = stackFile(plainKey(key).slice(STACKS.length))
    if (file.kind === 'foreign') {
      foreignCount += 1
      if (foreign.length < MAX_FOREIGN) foreign.push({ key, why: file.why })
    } else if (file.kind !== 'ignored') {
      let stack = found.get(file.name)
      if (stack === undefined) found.set(file.name, (stack = newStack(file.name)))
      addFile(stack, file.kind, object)
    }
  }
  const stacks = [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { stacks, foreign, foreignCount }
}

type FileKind = 'state' | 'bak' | 'numbered' | 'sidecar' | 'tags'
type StackFile = { kind: FileKind; name: string } | { kind: 'ignored' } | { kind: 'foreign'; why: string }

const foreignFile = (why: keyof typeof WHY): StackFile => ({ kind: 'foreign', why: WHY[why] })

/** The file of a state: what is before the ending, `.bak`, the number of a copy. */
export const STATE_FILE = /^(.+)\.json(?:\.gz|\.zst)?(?:(\.bak)|(\.\d+))?$/s
const COPY = /^(.+\.json(?:\.gz|\.zst)?)\.\d+$/s

/** The state file of which this is a numbered copy; undefined if it is none. */
export const copiedFile = (key: string): string | undefined => COPY.exec(key)?.[1]

const TAGS = '.pulumi-tags'
const SIDECAR = '.attrs'

/** What a file below `stacks/` is, by its path there (docs/state.md, Layout). */
function stackFile(path: string): StackFile {
  const slash = path.lastIndexOf('/')
  const file = path.slice(slash + 1)
  if (file.endsWith(SIDECAR)) {
    const of = stackFile(path.slice(0, -SIDECAR.length))
    return of.kind === 'state' || of.kind === 'tags' ? { kind: 'sidecar', name: of.name } : { kind: 'ignored' }
  }
  const project = slash < 0 ? undefined : path.slice(0, slash)
  if (project?.includes('/') === true) return foreignFile('deep')
  const named = (kind: FileKind, stack: string): StackFile =>
    isName(stack) && (project === undefined || (isName(project) && project !== NO_PROJECT))
      ? { kind, name: project === undefined ? stack : `${project}/${stack}` }
      : foreignFile('name')
  const [, stack, bak, number] = STATE_FILE.exec(file) ?? []
  if (stack !== undefined) return named(bak ? 'bak' : number ? 'numbered' : 'state', stack)
  if (file.endsWith(TAGS) && file !== TAGS) return named('tags', file.slice(0, -TAGS.length))
  if (/\.ya?ml(?:\.gz|\.zst)?$/.test(file)) return foreignFile('yaml')
  return foreignFile(/\.[0-9a-f]+\.tmp$/.test(file) ? 'temporary' : 'other')
}

/**
 * A key as it was before the storage library of the CLI escaped it: odd characters are `__0x2f__` in stores that do not
 * take them.
 */
const plainKey = (key: string): string =>
  key.includes('__0x')
    ? key.replaceAll(/__0x([0-9a-f]{1,6})__/gi, (all, hex: string) => {
        const code = Number.parseInt(hex, 16)
        return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
      })
    : key

const newStack = <Listed extends ListedObject>(name: string): ListedStack<Listed> => ({
  name,
  isLegacy: !name.includes('/'),
  others: [],
  sidecars: [],
  numbered: { count: 0, bytes: 0 },
})

function addFile<Listed extends ListedObject>(stack: ListedStack<Listed>, kind: FileKind, object: Listed): void {
  switch (kind) {
    case 'state': {
      const newest = laterWritten(stack.state, object)
      if (stack.state) stack.others.push(newest === object ? stack.state : object)
      stack.state = newest
      break
    }
    case 'bak':
      stack.bak = laterWritten(stack.bak, object)
      break
    case 'numbered':
      stack.numbered.count += 1
      stack.numbered.bytes += object.size
      break
    case 'sidecar':
      stack.sidecars.push(object)
      break
    case 'tags':
      stack.tags = object
      break
  }
}

/** Of two compressions the CLI reads the one written last; on a tie the later name (docs/state.md, Layout). */
const laterWritten = <Listed extends ListedObject>(a: Listed | undefined, b: Listed): Listed =>
  a && (a.at > b.at || (a.at === b.at && a.key > b.key)) ? a : b

/**
 * The lock files of each stack, by its name, oldest first. To the CLI every object in the folder of a stack's locks is
 * one; in a bucket, where it knows no sidecars, also one that was copied from a folder.
 */
export function locksIn<Listed extends ListedObject>(
  objects: Iterable<Listed>,
  { isBucket = false } = {},
): Map<string, Listed[]> {
  const found = new Map<string, Listed[]>()
  for (const object of objects) {
    const name = lockedStack(isBucket ? object.key.replace(/\.attrs$/, '') : object.key)
    if (name === undefined) continue
    const locks = found.get(name)
    if (locks) locks.push(object)
    else found.set(name, [object])
  }
  for (const locks of found.values()) locks.sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
  return found
}

/** Only locks have the level `organization`, and only in the layout with projects. */
function lockedStack(key: string): string | undefined {
  if (!key.startsWith(LOCKS) || /(?:\/|\.attrs|\.tmp)$/.test(key)) return undefined
  const parts = plainKey(key).slice(LOCKS.length).split('/')
  const [first = '', project = '', stack = ''] = parts
  if (parts.length === 2) return isName(first) ? first : undefined
  const isFull = parts.length === 4 && first === 'organization' && isName(project) && isName(stack)
  return isFull ? `${project}/${stack}` : undefined
}

/** The stack to which an object belongs: its state, a copy, history, a backup, a lock; undefined if to none. */
export function stackOfKey(key: string): string | undefined {
  if (key.startsWith(LOCKS)) return lockedStack(key)
  const path = plainKey(key)
  if (path.startsWith(STACKS)) {
    const file = stackFile(path.slice(STACKS.length))
    return file.kind === 'ignored' || file.kind === 'foreign' ? undefined : file.name
  }
  const [, folder = ''] = /^\.pulumi\/(?:history|backups)\/(.+)\/[^/]+$/s.exec(path) ?? []
  const names = folder.split('/')
  return names.length <= 2 && names.every(isName) ? folder : undefined
}

/** What is behind the last slash of a key or a name. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The id of a lock: the UUID in its file name. Of a copied sidecar it is the whole name. */
export const lockId = (key: string): string => lastPart(key).replace(/\.json$/, '')

/** A run in the history of a stack: its entry, and the state that it left. Either may be missing. */
export type ListedRun<Listed extends ListedObject = ListedObject> = {
  /** `STACK-TIME`, the time in nanoseconds. */
  name: string
  /** Epoch milliseconds, by the clock of the machine that ran it. */
  at: number
  entry?: Listed
  checkpoint?: Listed
}

const HISTORY_FILE = /^(.+-(\d{1,25}))\.(history|checkpoint)\.json(?:\.gz|\.zst)?$/s
const BACKUP_FILE = /^.+\.(\d{1,25})\.json(?:\.gz|\.zst)?$/s

/**
 * The runs in the history of one stack, oldest first. `objects` is a listing of its folder, `historyPrefix`. In a store
 * with both layouts the folder of a legacy stack may be that of a project too: give the stack's name to leave out the
 * project's stacks.
 */
export function historyIn<Listed extends ListedObject>(objects: Iterable<Listed>, name?: string): ListedRun<Listed>[] {
  const runs = new Map<string, { time: string; run: ListedRun<Listed> }>()
  for (const [object, file] of filesIn(objects, name && historyPrefix(name))) {
    const [, id, time, kind] = HISTORY_FILE.exec(file) ?? []
    if (id === undefined || time === undefined) continue
    const run: ListedRun<Listed> = runs.get(id)?.run ?? { name: id, at: millisecondsOf(time) }
    runs.set(id, { time, run })
    const part = kind === 'history' ? 'entry' : 'checkpoint'
    run[part] = laterWritten(run[part], object)
  }
  return [...runs.values()].toSorted((a, b) => byTime(a, b) || (a.run.name < b.run.name ? -1 : 1)).map(({ run }) => run)
}

/** The backups of one stack, oldest first; `objects` is a listing of its folder, `backupsPrefix`, `name` as above. */
export function backupsIn<Listed extends ListedObject>(
  objects: Iterable<Listed>,
  name?: string,
): { at: number; object: Listed }[] {
  const found: { time: string; object: Listed }[] = []
  for (const [object, file] of filesIn(objects, name && backupsPrefix(name))) {
    const time = BACKUP_FILE.exec(file)?.[1]
    if (time !== undefined) found.push({ time, object })
  }
  return found.toSorted(byTime).map(({ time, object }) => ({ at: millisecondsOf(time), object }))
}

/** The numbered copies of a state file in a listing of what begins with its key, oldest first. */
export function copiesIn<Listed extends ListedObject>(objects: Iterable<Listed>, key: string): Listed[] {
  const copies: { time: string; object: Listed }[] = []
  for (const object of objects)
    if (copiedFile(object.key) === key) copies.push({ time: object.key.slice(key.length + 1), object })
  return copies.toSorted(byTime).map(({ object }) => object)
}

/** The files in a folder, without those of deeper ones; of every folder if undefined. */
function* filesIn<Listed extends ListedObject>(
  objects: Iterable<Listed>,
  folder: string | undefined,
): Generator<[Listed, string]> {
  for (const object of objects) {
    const key = plainKey(object.key)
    const start = key.lastIndexOf('/') + 1
    if (folder === undefined || key.slice(0, start) === folder) yield [object, key.slice(start)]
  }
}

/** Longer numbers are later: names sort by time only while they have as many digits. */
const byTime = (a: { time: string }, b: { time: string }): number => {
  const [left, right] = [a.time.padStart(25, '0'), b.time.padStart(25, '0')]
  return left < right ? -1 : left > right ? 1 : 0
}

/** Nanoseconds are larger than a number can hold exactly; a date can hold less than these digits can. */
const millisecondsOf = (nanoseconds: string): number =>
  Math.min(Number(nanoseconds.slice(0, -6) || '0'), 8_640_000_000_000_000)

/** The stack's name in the CLI: its organization is always the same in a self-managed backend. */
export const cliNameOf = (name: string): string => (name.includes('/') ? `organization/${name}` : name)

/** The stack in the organization of its backend. */
export function refOf(org: string, name: string): StackRef {
  const slash = name.indexOf('/')
  return slash < 0
    ? { org, project: NO_PROJECT, stack: name }
    : { org, project: name.slice(0, slash), stack: name.slice(slash + 1) }
}

/** The stack's name in its backend, `ListedStack.name`. */
export const nameIn = ({ project, stack }: Pick<StackRef, 'project' | 'stack'>): string =>
  project === NO_PROJECT ? stack : `${project}/${stack}`

/** Where a stack's state is expected; `ending` is that of its compression. */
export const stateKey = (name: string, ending: '' | '.gz' | '.zst' = ''): string => `${STACKS}${name}.json${ending}`

/** The compression of a file of a state: one that replaces it must have the same. */
export const endingOf = (key: string): '' | '.gz' | '.zst' => {
  const ending = /\.json(\.gz|\.zst)/.exec(key)?.[1]
  return ending === '.gz' || ending === '.zst' ? ending : ''
}

/** Folders of a stack, with a slash at the end, to list them. */
export const historyPrefix = (name: string): string => `.pulumi/history/${name}/`
export const backupsPrefix = (name: string): string => `.pulumi/backups/${name}/`

/** The layout of a store, by its stacks. */
export function layoutOf(stacks: readonly ListedStack[]): LayoutWord {
  const legacy = stacks.filter(({ isLegacy }) => isLegacy).length
  if (stacks.length === 0) return 'empty'
  return legacy === 0 ? 'project' : legacy === stacks.length ? 'legacy' : 'mixed'
}
