/** What the bundler knows of a module; of its types only what is read here. */
type ModuleInfo = {
  code: string | null
  isEntry: boolean
  importedIds: readonly string[]
  importers: readonly string[]
  dynamicImporters: readonly string[]
}
type Bundler = { getModuleInfo(id: string): ModuleInfo | null }

/** Characters before a module is minified: a page loads all of a file, also what it does not need. */
const MAX_SIZE = 4_000
const MIN_PARTS = 3
const PLACES = /\/(src|words|domain|contract|node_modules\/lucide-react)\//
const HOME = '/src/pages/home/HomePage.tsx'

/**
 * Gathers small modules that several pages share in two files: `first`, of the first screen, and `parts`, of all others.
 * In files of their own, a page of a stack starts with some 80 requests, most of them for less than 400 bytes, over the
 * six connections of HTTP/1.1. A module is taken only if it imports nothing but modules of the same two files and what
 * every page has, so that no file waits for itself. `isCommon`: whether a module is in the file of what most pages share,
 * by the number of parts (pages, dialogs) that need it. Returns a name for the bundler's groups: null for all others.
 */
export function smallParts(isCommon: (id: string, parts: number) => boolean) {
  const parts = new Map<string, ReadonlySet<string>>()
  const small = new Map<string, boolean>()

  /** What is loaded on its own and needs the module. */
  function partsOf(id: string, bundler: Bundler): ReadonlySet<string> {
    const before = parts.get(id)
    if (before) return before
    const users = new Set([id])
    for (const user of users) for (const importer of bundler.getModuleInfo(user)?.importers ?? []) users.add(importer)
    const found = new Set([...users].filter((user) => isLoadedAlone(user, bundler)))
    parts.set(id, found)
    return found
  }
  function isEverywhere(id: string, bundler: Bundler): boolean {
    const found = partsOf(id, bundler)
    return isCommon(id, found.size) || [...found].some((part) => bundler.getModuleInfo(part)?.isEntry)
  }
  function isSmall(id: string, bundler: Bundler): boolean {
    const before = small.get(id)
    if (before !== undefined) return before
    small.set(id, false) // until it is decided: a circle is not taken
    const info = bundler.getModuleInfo(id)
    const is =
      info !== null &&
      PLACES.test(id) &&
      (info.code?.length ?? 0) <= MAX_SIZE &&
      info.dynamicImporters.length === 0 &&
      partsOf(id, bundler).size >= MIN_PARTS &&
      info.importedIds.every((imported) => isEverywhere(imported, bundler) || isSmall(imported, bundler))
    small.set(id, is)
    return is
  }
  return (id: string, bundler: Bundler): 'first' | 'parts' | null => {
    if (isEverywhere(id, bundler) || !isSmall(id, bundler)) return null
    return [...partsOf(id, bundler)].some((part) => part.endsWith(HOME)) ? 'first' : 'parts'
  }
}

function isLoadedAlone(id: string, bundler: Bundler): boolean {
  const info = bundler.getModuleInfo(id)
  return info !== null && (info.isEntry || info.dynamicImporters.length > 0)
}
