import { randomBytes } from 'node:crypto'
import { type BigIntStats, constants, type Dirent, type Stats } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
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

/** The calls of the system with which a backend is read. */
export type System = {
  open(file: string, flags: number): Promise<Pick<FileHandle, 'stat' | 'read' | 'close'>>
  readdir(folder: string, options: { withFileTypes: true }): Promise<Dirent[]>
  realpath(file: string): Promise<string>
  stat(file: string): Promise<Stats>
  stat(file: string, options: { bigint: true }): Promise<BigIntStats>
}

export const SYSTEM: System = { open, readdir, realpath, stat }

type Reading = { system: System; root: string; step: () => void }

/** A file that some writer overwrites in place is read again, so that its bytes and its mark belong together. */
export async function readFileAt(
  reading: Reading,
  file: string,
  { ifChanged, signal }: { ifChanged?: string | undefined; signal?: AbortSignal | undefined },
): Promise<ObjectRead | 'same' | 'absent'> {
  const { system, root, step } = reading
  try {
    for (let reads = 1; ; reads += 1) {
      const real = await realFile(root, file, system)
      step()
      if (real === undefined) return 'absent'
      const handle = await system.open(real, READ_ONLY)
      step()
      try {
        const facts = await handle.stat({ bigint: true })
        if (!facts.isFile()) return 'absent'
        const mark = markOf(facts)
        if (mark === ifChanged) return 'same'
        const bytes = await bytesIn(handle, Number(facts.size), reading, signal)
        const isWhole = markOf(await handle.stat({ bigint: true })) === mark
        if (isWhole || reads === READS) return { bytes, mark, at: Number(facts.mtimeMs) }
      } finally {
        await handle.close()
      }
    }
  } catch (error) {
    if (isGone(error)) return 'absent'
    throw error
  }
}

const CHUNK_BYTES = 4 * 1024 * 1024

/** The bytes of a file to its end, which may have moved since its size was read. */
async function bytesIn(
  handle: Pick<FileHandle, 'read'>,
  size: number,
  { step }: Reading,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for (let at = 0; ;) {
    signal?.throwIfAborted()
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(size - at, 0) + 1)) // one more, to find the end
    const { bytesRead } = await handle.read(chunk, 0, chunk.byteLength, at)
    step()
    if (bytesRead === 0) break
    chunks.push(chunk.subarray(0, bytesRead))
    at += bytesRead
  }
  return Buffer.concat(chunks)
}

/** The path of a file without links; undefined if there is none, or a link leads out of the root. */
export async function realFile(root: string, file: string, system = SYSTEM): Promise<string | undefined> {
  try {
    const real = await system.realpath(file)
    return isBelow(real, root) && (await system.stat(real)).isFile() ? real : undefined
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
