/** A file with its path in the chosen folder; for a single file, its name. */
export type ChosenFile = { path: string; file: File }

/** Files beyond this number are ignored: a dropped folder was more than a backend's. */
const MAX_FILES = 5_000

/** Files chosen in a dialog, including folders. */
export const chosenFiles = (list: FileList | null): ChosenFile[] =>
  [...(list ?? [])].slice(0, MAX_FILES).map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/**
 * Dropped files, including the content of folders. Must be called during the event: the browser forgets them
 * afterwards.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some((entry) => entry.isDirectory)) return [...files].map((file) => ({ path: file.name, file }))
  const found: ChosenFile[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (found.length >= MAX_FILES) return
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
