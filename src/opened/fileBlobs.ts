import { type BlobStore, BackendError, type ObjectFacts } from '#server/blobs/port.ts'

/** A file of an opened backend, by its key in it; `from`: the file that it was made from, if that is a state alone. */
export type OpenedFile = { key: string; file: Blob; at: number; from?: string }

/** A backend of opened files, for reading. Files that changed on the disk since they were chosen cannot be read. */
export function createFileBlobs(files: readonly OpenedFile[]): BlobStore {
  const byKey = new Map(files.map((opened) => [opened.key, opened]))
  const facts = [...byKey.values()]
    .map(({ key, file, at }): ObjectFacts => ({ key, size: file.size, at, mark: `${at} ${file.size}` }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return {
    async *list(prefix, { after = '' }) {
      yield facts.filter(({ key }) => key.startsWith(prefix) && key > after)
    },
    async read(key, { ifChanged }) {
      const opened = byKey.get(key)
      if (!opened) return 'absent'
      const mark = `${opened.at} ${opened.file.size}`
      if (mark === ifChanged) return 'same'
      try {
        return { bytes: new Uint8Array(await opened.file.arrayBuffer()), mark, at: opened.at }
      } catch {
        throw new BackendError({ kind: 'damagedObject', key })
      }
    },
    create: readOnly,
    replace: readOnly,
    put: readOnly,
    copy: readOnly,
    remove: readOnly,
    now: async () => Date.now(),
    close: async () => undefined,
  }
}

const readOnly = async (): Promise<never> => {
  throw new BackendError({ kind: 'forbidden', what: 'write' })
}
