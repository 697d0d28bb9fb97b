import type { ChosenFile } from '#src/lib/droppedFiles.ts'

/** A stack in a folder of a self-managed backend (docs/state.md, Layout): its files, and who holds a lock. */
export type BucketStack = {
  /** `project/stack`, or the bare name in the old layout. */
  name: string
  /** The checkpoint; of several compressions, the newest. */
  file: ChosenFile | undefined
  /** Other compressions, which the CLI ignores. */
  others: ChosenFile[]
  /** The one before the last write. */
  backup: ChosenFile | undefined
  /** The newest copy in `backups`, and the newest in `history`. */
  copies: { backup: ChosenFile | undefined; history: ChosenFile | undefined }
  /** Files that a `file://` backend keeps next to the checkpoint: a broken one makes every read of it fail. */
  sidecars: ChosenFile[]
  locks: ChosenFile[]
  /** Number of checkpoints of earlier updates. */
  history: number
}

export type Bucket = {
  stacks: BucketStack[]
  /** The layout version of the backend; a broken file stops every command. */
  meta: ChosenFile | undefined
  /** Stacks without a project's folder and no meta.yaml: `pulumi state upgrade` is due (GR-29). */
  isOldLayout: boolean
}

/** What a chosen folder contains of a self-managed backend (its `.pulumi`); undefined if nothing. */
export function bucketIn(files: readonly ChosenFile[]): Bucket | undefined {
  const found = new Map<string, BucketStack>()
  const at = (name: string): BucketStack => {
    const stack = found.get(name) ?? {
      name,
      file: undefined,
      others: [],
      backup: undefined,
      copies: { backup: undefined, history: undefined },
      sidecars: [],
      locks: [],
      history: 0,
    }
    found.set(name, stack)
    return stack
  }
  let meta: ChosenFile | undefined
  for (const chosen of files) {
    const path = /(?:^|\/)\.pulumi\/(.+)$/.exec(chosen.path)?.[1] ?? ''
    if (path === 'meta.yaml') meta = chosen
    const [, kind, rest = ''] = /^(stacks|locks|history|backups)\/(.+)$/.exec(path) ?? []
    const folder = rest.split('/').slice(0, -1).join('/')
    if (kind === 'stacks') {
      const [, name, ending = ''] = /^(.+?)\.json((?:\.gz|\.zst)?(?:\.bak)?(?:\.attrs)?)$/.exec(rest) ?? []
      if (name === undefined) continue
      const stack = at(name)
      if (ending.endsWith('.attrs')) {
        if (!ending.includes('.bak')) stack.sidecars.push(chosen)
      } else if (ending.endsWith('.bak')) stack.backup = newer(stack.backup, chosen)
      else {
        const newest = newer(stack.file, chosen)
        if (stack.file) stack.others.push(newest === chosen ? stack.file : chosen)
        stack.file = newest
      }
    } else if (kind === 'locks' && rest.endsWith('.json')) {
      at(folder.replace(/^organization\//, '')).locks.push(chosen)
    } else if (kind === 'history' && /\.checkpoint\.json(\.gz|\.zst)?$/.test(rest)) {
      const stack = at(folder)
      stack.history += 1
      stack.copies.history = later(stack.copies.history, chosen)
    } else if (kind === 'backups' && /\.json(\.gz|\.zst)?$/.test(rest)) {
      const stack = at(folder)
      stack.copies.backup = later(stack.copies.backup, chosen)
    }
  }
  const stacks = [...found.values()]
    .filter(({ file, backup, locks }) => file || backup || locks.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (stacks.length === 0) return undefined
  return { stacks, meta, isOldLayout: !meta && stacks.some(({ name }) => !name.includes('/')) }
}

/** Of two compressions the CLI reads the one written last; on a tie, the later name (docs/state.md, Layout). */
const newer = (a: ChosenFile | undefined, b: ChosenFile): ChosenFile =>
  a && (a.file.lastModified > b.file.lastModified || (a.file.lastModified === b.file.lastModified && a.path > b.path))
    ? a
    : b

/** Copies have their time of writing in their names, in nanoseconds; longer numbers are later. */
function later(a: ChosenFile | undefined, b: ChosenFile): ChosenFile {
  const [was, is] = [a, b].map((each) => /[.-](\d{16,25})\./.exec(each?.path ?? '')?.[1] ?? '')
  return a && (was ?? '').padStart(25, '0') > (is ?? '').padStart(25, '0') ? a : b
}
