import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { instantText } from './instantText.ts'

/** A stack in a folder of a self-managed backend: its file, the former one, who holds a lock. */
export type BucketStack = {
  /** `project/stack`, or the bare name in the old layout. */
  name: string
  file: ChosenFile | undefined
  backup: ChosenFile | undefined
  locks: ChosenFile[]
  /** Checkpoints of former updates. */
  history: number
}

export type Bucket = {
  stacks: BucketStack[]
  /** Stacks without a project's folder and no meta.yaml: `pulumi state upgrade` is due (recovery GR-29). */
  isOldLayout: boolean
}

/** What a chosen folder holds of a self-managed backend (its `.pulumi`); undefined where there is none of it. */
export function bucketIn(files: readonly ChosenFile[]): Bucket | undefined {
  const found = new Map<string, BucketStack>()
  const at = (name: string): BucketStack => {
    const stack = found.get(name) ?? { name, file: undefined, backup: undefined, locks: [], history: 0 }
    found.set(name, stack)
    return stack
  }
  let hasMeta = false
  for (const chosen of files) {
    const path = /(?:^|\/)\.pulumi\/(.+)$/.exec(chosen.path)?.[1] ?? ''
    if (path === 'meta.yaml') hasMeta = true
    const [, kind, rest = ''] = /^(stacks|locks|history)\/(.+)$/.exec(path) ?? []
    if (kind === 'stacks') {
      const [, name, ending] = /^(.+?)\.json((?:\.gz)?(?:\.bak)?)$/.exec(rest) ?? []
      if (name !== undefined) at(name)[ending?.endsWith('.bak') ? 'backup' : 'file'] = chosen
    } else if (kind === 'locks' && rest.endsWith('.json')) {
      at(
        rest
          .split('/')
          .slice(0, -1)
          .join('/')
          .replace(/^organization\//, ''),
      ).locks.push(chosen)
    } else if (kind === 'history' && /\.checkpoint\.json(\.gz)?$/.test(rest)) {
      at(rest.split('/').slice(0, -1).join('/')).history += 1
    }
  }
  const stacks = [...found.values()]
    .filter(({ file, backup, locks }) => file || backup || locks.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  if (stacks.length === 0) return undefined
  return { stacks, isOldLayout: !hasMeta && stacks.some(({ name }) => !name.includes('/')) }
}

/** Who left a lock, in a sentence; an empty or cut file names nobody, and `pulumi cancel` removes it all the same. */
export function lockHolder(text: string): string {
  try {
    const { pid, username, hostname, timestamp } = JSON.parse(text) as Record<string, unknown>
    return `${String(username)} on ${String(hostname)} (process ${String(pid)}), since ${instantText(String(timestamp)) ?? 'nobody knows when'}`
  } catch {
    return 'somebody whom the lock file does not name: it is empty or cut short'
  }
}
