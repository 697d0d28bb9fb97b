import path from 'node:path'
import type { BackendTrouble } from '#domain/backends/trouble.ts'
import type { FolderAddress } from '#domain/backends/storeAddress.ts'
import { BackendError, type BlobStore } from '#server/blobs/port.ts'
import { type Verb, withTroubles } from '../troubles.ts'
import { pathOf } from './fileNames.ts'
import {
  codeOf,
  isGone,
  linkInto,
  makeFolder,
  markAt,
  moveInto,
  readFileAt,
  realFile,
  removeFile,
  SYSTEM,
  type System,
  withBeside,
} from './files.ts'
import { type createPatience, patience } from './patience.ts'
import { listFolder, patientCalls, type Place } from './walk.ts'
import { watchFolder } from './watchFolder.ts'

/** The system below it, and how long it is waited for: tests have others. */
type Below = { system: System; patience: ReturnType<typeof createPatience> }

/** Opens a folder as a backend. It may be missing now and come back later: each call looks. */
export const open = async (
  address: FolderAddress,
  { system = SYSTEM, patience: own = patience }: Partial<Below> = {},
): Promise<BlobStore> =>
  withTroubles(createFolder(address.path, { system, patiently: own.with(address.path) }), address, {
    host: address.path,
    troubleOf,
  })

const noSuchFolder = (folder: string) => new BackendError({ kind: 'noSuchStore', name: `folder ${folder}` })

type Access = Omit<Place, 'root'>

/** Finds files by keys; each call looks for the folder itself. */
function createFinder(folder: string, access: Access) {
  const rootOf = async (signal?: AbortSignal) => {
    try {
      const { realpath, stat } = patientCalls(access, signal)
      const root = await realpath(folder)
      if ((await stat(root)).isDirectory()) return root
    } catch (error) {
      if (!isGone(error)) throw error
    }
    throw noSuchFolder(folder)
  }
  return {
    rootOf,
    /** `file` is undefined if no file can have this key. */
    async find(key: string, signal?: AbortSignal) {
      const root = await rootOf(signal)
      const name = pathOf(key)
      return { root, file: name === undefined ? undefined : path.join(root, name) }
    },
    /** The path for a file that is to be written; its folder exists afterwards. */
    async place(key: string) {
      const { root, file } = await this.find(key)
      if (file === undefined) throw new BackendError({ kind: 'failed', code: 'EINVAL' })
      await makeFolder(root, file)
      return file
    },
  }
}

type Finder = ReturnType<typeof createFinder>

function createFolder(folder: string, access: Access): BlobStore {
  const { system, patiently } = access
  const finder = createFinder(folder, access)
  return {
    startsAfter: true,
    ...writesOf(finder),
    async *list(prefix, options) {
      const root = await finder.rootOf(options.signal)
      try {
        yield* listFolder({ root, system, patiently }, prefix, options)
      } catch (error) {
        throw isGone(error) ? noSuchFolder(folder) : error // removed while it was listed
      }
    },
    async read(key, call) {
      const { root, file } = await finder.find(key, call.signal)
      if (file === undefined) return 'absent'
      return patiently((step) => readFileAt({ system, root, step }, file, call), call.signal)
    },
    now: async () => Date.now(), // a folder of another machine has its clock in its times alone
    watch: (onChange) => watchFolder(folder, onChange, patientCalls(access)),
    close: async () => undefined,
  }
}

const writesOf = (finder: Finder): Pick<BlobStore, 'create' | 'replace' | 'put' | 'copy' | 'remove'> => ({
  async create(key, bytes) {
    const file = await finder.place(key)
    return withBeside(file, { bytes }, async (temporary) => ((await linkInto(temporary, file)) ? 'created' : 'present'))
  },
  async replace(key, bytes, mark) {
    const { root, file } = await finder.find(key)
    if (file === undefined || (await markAt(root, file)) === undefined) return 'absent'
    return withBeside(file, { bytes }, async (temporary) => {
      const current = await markAt(root, file) // as late as can be: nothing else guards the rename
      if (current !== mark) return current === undefined ? 'absent' : 'changed'
      await moveInto(temporary, file)
      return 'replaced'
    })
  },
  async put(key, bytes) {
    const file = await finder.place(key)
    await withBeside(file, { bytes }, (temporary) => moveInto(temporary, file))
  },
  async copy(from, to) {
    const { root, file: given } = await finder.find(from)
    const source = given && (await realFile(root, given))
    if (source === undefined) return 'absent'
    const file = await finder.place(to)
    await withBeside(file, { copyOf: source }, (temporary) => moveInto(temporary, file))
    return 'copied'
  },
  async remove(key, { mark }) {
    const { root, file } = await finder.find(key)
    const current = file && (await markAt(root, file))
    if (file === undefined || current === undefined) return 'absent'
    if (mark !== undefined && mark !== current) return 'changed'
    return (await removeFile(file)) ? 'removed' : 'absent'
  },
})

function troubleOf(error: unknown, verb: Verb): BackendTrouble | undefined {
  const code = codeOf(error)
  if (code === 'EROFS') return { kind: 'forbidden', what: 'write' }
  return code === 'EACCES' || code === 'EPERM' ? { kind: 'forbidden', what: verb } : undefined
}
