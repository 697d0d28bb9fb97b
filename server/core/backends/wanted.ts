import type { NewBackend } from '#contract/backends.ts'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Writer } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import { audit, SERVER } from '../access/audit.ts'
import { isOwner } from '../stacks/names.ts'
import { organizationNames } from '../stacks/organizations.ts'

/** A backend that is to be connected when the server starts; `shown` is its address without a password. */
export type Wanted = z.output<typeof NewBackend> & { kind: BackendRow['kind']; shown: string }

/** The outcome for one: its row, or why it is not connected, one sentence. */
export type Connected = { row: BackendRow } | { problem: string }

/**
 * Connects the backends of the setting: new ones are added, changed ones changed, and those that it no longer names
 * are returned, for the caller to disconnect. Those connected elsewhere stay as they are.
 */
export async function connectFromSetting(
  deps: Deps,
  wanted: readonly Wanted[],
): Promise<{ connected: Connected[]; dropped: BackendRow[] }> {
  const connected: Connected[] = []
  for (const each of wanted) connected.push(await connectOne(deps, each, 'setting'))
  const rows = await deps.store.read((reader) => reader.backends())
  const isDropped = ({ org, source }: BackendRow) => source === 'setting' && !wanted.some(({ name }) => name === org)
  return { connected, dropped: rows.filter(isDropped) }
}

/** Connects the backend of the command line; one with its address may be connected already, under whatever name. */
export async function connectFromArgument(deps: Deps, wanted: Wanted): Promise<Connected> {
  const rows = await deps.store.read((reader) => reader.backends())
  const same = rows.find(({ address }) => address === wanted.shown)
  if (same) return { row: same }
  const names = await deps.store.read(organizationNames)
  return connectOne(deps, { ...wanted, name: freeName(wanted.name, names) }, 'start')
}

async function connectOne(deps: Deps, wanted: Wanted, source: BackendRow['source']): Promise<Connected> {
  const { name, kind, shown, keepsCopies, seenBy } = wanted
  if (!isOwner(name)) {
    return {
      problem: `The name ${name} is not legal: 3 to 40 of A-Za-z0-9-_, beginning and ending with a letter or digit.`,
    }
  }
  const now = await deps.store.now()
  return deps.store.write(async (writer) => {
    const known = await writer.backendOf(name)
    if (known === undefined && (await organizationNames(writer)).includes(name)) {
      return { problem: `There is an organization ${name} already: choose another name for the backend.` }
    }
    if (known !== undefined && known.source !== source) {
      return { problem: `${name} was connected in the console: disconnect it there, or choose another name.` }
    }
    if (known !== undefined) return { row: await change(writer, known, wanted) }
    const row: BackendRow = {
      id: deps.newId(),
      org: name,
      kind,
      address: shown,
      keepsCopies,
      seenBy,
      source,
      connectedAt: now,
      connectedBy: SERVER.login,
      layout: null,
      meta: null,
      seenAt: null,
      problem: null,
    }
    await writer.insertBackend(row)
    await audit(writer, { at: now, by: SERVER, action: 'backend.connect', detail: `${name}: ${shown}`, requestId: '' })
    return { row }
  })
}

async function change(writer: Writer, known: BackendRow, { kind, shown, keepsCopies, seenBy }: Wanted) {
  // Of another place nothing is known yet.
  const seen = known.address === shown ? {} : { layout: null, meta: null, seenAt: null, problem: null }
  const patch = { kind, address: shown, keepsCopies, seenBy, ...seen }
  await writer.patchBackend(known.id, patch)
  return { ...known, ...patch }
}

/** The name, with a number if it is taken. */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name.slice(0, 36)}-${number}`
    if (!taken.includes(candidate)) return candidate
  }
}
