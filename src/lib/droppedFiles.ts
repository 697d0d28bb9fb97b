/** A file with its place in the folder that was chosen; for a file on its own that is its name. */
export type ChosenFile = { path: string; file: File }

/** More files than this are left out: someone dropped more than a bucket. */
const MOST_FILES = 5_000

/** Files of a choice in a dialogue, folders included. */
export const chosenFiles = (list: FileList | null): ChosenFile[] =>
  [...(list ?? [])].slice(0, MOST_FILES).map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Files that were dropped, folders opened. To be called while the event is handled: afterwards the browser forgets them. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some((entry) => entry.isDirectory)) return [...files].map((file) => ({ path: file.name, file }))
  const found: ChosenFile[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (found.length >= MOST_FILES) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ path: entry.fullPath.replace(/^\//, ''), file })
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    for (;;) {
      const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
      if (batch.length === 0) return
      for (const each of batch) await collect(each, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
