import { type FSWatcher, watch } from 'node:fs'
import path from 'node:path'
import type { Calls } from './walk.ts'

/** Folders in `.pulumi` that change when somebody works: a state is written, a lock taken or released. */
const WATCHED = new Set(['stacks', 'locks'])
/** Levels of folders in `.pulumi` that are watched: `locks/organization/<project>/<stack>`. */
const LEVELS = 4
/** Watched folders at most: what happens in others is found by polling. */
const MAX_FOLDERS = 2_000
/** Milliseconds in which changes are one: a write of the CLI is several. */
const TOGETHER_MS = 50

/**
 * Calls `onChange` soon after a file below the stacks or locks of a backend has changed, as far as the file system
 * reports it: network shares do not, and each error ends in silence. Folders are watched one by one, because Node's
 * recursive watching on Linux watches every file; each once it has answered, because to watch one that hangs stops the
 * process. Returns what stops it.
 */
export function watchFolder(root: string, onChange: () => void, { stat, readdir }: Calls): () => void {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const changed = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      onChange()
    }, TOGETHER_MS).unref()
  }
  const drop = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const add = async (folder: string, levels: number): Promise<void> => {
    if (watchers.has(folder)) return
    const isThere = await stat(folder).then(
      () => true,
      () => false,
    )
    if (!isThere || isOver || watchers.has(folder) || watchers.size >= MAX_FOLDERS) return
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        changed()
        if (levels > 0 && name?.includes('.json') !== true) void look(folder, levels)
      })
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
    } catch {
      return
    }
    await look(folder, levels)
  }
  const look = async (folder: string, levels: number): Promise<void> => {
    if (levels === 0) return
    const entries = await readdir(folder).catch(() => [])
    for (const entry of entries) {
      const isWatched = levels < LEVELS || WATCHED.has(entry.name)
      if (entry.isDirectory() && isWatched) await add(path.join(folder, entry.name), levels - 1)
    }
  }
  void add(path.join(root, '.pulumi'), LEVELS)
  return () => {
    isOver = true
    clearTimeout(timer)
    for (const folder of watchers.keys()) drop(folder)
  }
}
