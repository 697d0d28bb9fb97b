import { randomBytes } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, realpath, rename, rm, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { ObjectRead } from '#server/blobs/port.ts'
import { isBelow, SIDECAR } from './fileNames.ts'

/** The code of an error of the system; empty for others. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether the error says that there is no such file: also below what is one, or with too long a name. */
export const isGone = (error: unknown): boolean => /^(?:ENOENT|ENOTDIR|ENAMETOOLONG|ELOOP)$/.test(codeOf(error))

/** Changes with each write of the CLI, which renames a new file into place. */
export const markOf = ({ ino, mtimeNs, size }: BigIntStats): string => `${ino}-${mtimeNs}-${size}`

/** Should the file have become a link or a pipe: not through the one, and not waiting for a writer of the other. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

async function withFile<T>(file: string, flags: string | number, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(file, flags)
  try {
    return await work(handle)
  } finally {
    await handle.close()
  }
}

/** Reads that find the file changed under them, before the last one is taken as it is. */
const READS = 3

/** A file that some writer overwrites in place is read again, so that its bytes and its mark belong together. */
export async function readFileAt(
  root: string,
  file: string,
  { ifChanged, signal }: { ifChanged?: string | undefined; signal?: AbortSignal | undefined },
): Promise<ObjectRead | 'same' | 'absent'> {
  try {
    for (let reads = 1; ; reads += 1) {
      const real = await realFile(root, file)
      if (real === undefined) return 'absent'
      const read = await withFile(real, READ_ONLY, async (handle) => {
        const facts = await handle.stat({ bigint: true })
        if (!facts.isFile()) return 'absent'
        const mark = markOf(facts)
        if (mark === ifChanged) return 'same'
        const bytes = await handle.readFile({ ...(signal && { signal }) })
        const isWhole = markOf(await handle.stat({ bigint: true })) === mark
        return isWhole || reads === READS ? { bytes, mark, at: Number(facts.mtimeMs) } : undefined
      })
      if (read !== undefined) return read
    }
  } catch (error) {
    if (isGone(error)) return 'absent'
    throw error
  }
}

/** The path of a file without links; undefined if there is none, or a link leads out of the root. */
export async function realFile(root: string, file: string): Promise<string | undefined> {
  try {
    const real = await realpath(file)
    return isBelow(real, root) && (await stat(real)).isFile() ? real : undefined
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** The mark of the file as it is now; undefined if there is none. */
export async function markAt(root: string, file: string): Promise<string | undefined> {
  try {
    const real = await realFile(root, file)
    return real === undefined ? undefined : markOf(await stat(real, { bigint: true }))
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** Makes the folder of a file. Throws like a missing right if a link leads out of the root. */
export async function makeFolder(root: string, file: string): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  if (!isBelow(await realpath(folder), root)) throw Object.assign(new Error('out of the root'), { code: 'EPERM' })
}

/**
 * Writes a file beside the given one, as far as the disk, for `use`, which may move it; otherwise it is removed. The
 * CLI's rules hide such a file.
 */
export async function withBeside<T>(
  file: string,
  content: { bytes: Uint8Array } | { copyOf: string },
  use: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${file}.${randomBytes(8).toString('hex')}.tmp`
  try {
    if ('copyOf' in content) await copyFile(content.copyOf, temporary, constants.COPYFILE_EXCL)
    await withFile(temporary, 'bytes' in content ? 'wx' : 'r+', async (handle) => {
      if ('bytes' in content) await handle.writeFile(content.bytes)
      await handle.sync()
    })
    return await use(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Puts a file in the place of another one. The sidecar goes first: none is fine for the CLI, one of other bytes is not
 * checked, a broken one stops it.
 */
export async function moveInto(temporary: string, file: string): Promise<void> {
  await removeSidecar(file)
  await rename(temporary, file)
  await syncFolder(file)
}

/** Gives the file its name only if there is none: false if there is. A file system without links gets a copy. */
export async function linkInto(temporary: string, file: string): Promise<boolean> {
  try {
    await link(temporary, file).catch(async (error: unknown) => {
      if (!/^(?:EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(codeOf(error))) throw error
      await copyFile(temporary, file, constants.COPYFILE_EXCL)
    })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
  await removeSidecar(file)
  await syncFolder(file)
  return true
}

/** False if it was gone already. */
export async function removeFile(file: string): Promise<boolean> {
  try {
    await unlink(file)
  } catch (error) {
    if (isGone(error)) return false
    throw error
  }
  await removeSidecar(file)
  await syncFolder(file)
  return true
}

async function removeSidecar(file: string): Promise<void> {
  if (!file.endsWith(SIDECAR)) await rm(file + SIDECAR, { force: true })
}

/** The name is on the disk only when its folder is. Windows cannot open folders, and needs no such thing. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === 'win32') return
  await withFile(path.dirname(file), 'r', (folder) => folder.sync())
}
