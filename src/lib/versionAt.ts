type Page<Version> = { versions: readonly Version[]; total: number; pageSize: number }

/**
 * The version that was current at a time: the newest one written by then, in a list that has the newest first and of
 * which `read` has the pages, from 1 on. Undefined if all are younger. Few pages are read, however long the list is.
 */
export async function versionAt<Version extends { at: number }>(
  at: number,
  read: (page: number) => Promise<Page<Version>>,
): Promise<Version | undefined> {
  const { total, pageSize } = await read(1)
  let low = 1
  let high = Math.max(1, Math.ceil(total / pageSize))
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { versions } = await read(middle)
    const oldest = versions.at(-1)
    if (oldest === undefined || oldest.at <= at) high = middle
    else low = middle + 1
  }
  const { versions } = await read(low)
  return versions.find((version) => version.at <= at)
}
