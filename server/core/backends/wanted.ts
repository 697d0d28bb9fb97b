import type { NewBackend } from '#contract/backends.ts'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import { SERVER } from '../access/audit.ts'
import { isOwner } from '../stacks/names.ts'
import { isTaken, saveBackend } from './register.ts'

/** A backend that is to be connected when the server starts; `shown` is its address without a password. */
export type Wanted = z.output<typeof NewBackend> & { kind: BackendRow['kind']; shown: string }

/** The outcome for one: its row, or why it is not connected, one sentence. */
export type Outcome = { row: BackendRow } | { problem: string }

/**
 * Connects the backends of the setting: new ones are added, changed ones changed, and those that it no longer names
 * are returned, for the caller to disconnect. Those connected elsewhere stay as they are.
 */
export async function connectFromSetting(
  deps: Deps,
  wanted: readonly Wanted[],
): Promise<{ connected: Outcome[]; dropped: BackendRow[] }> {
  const connected: Outcome[] = []
  for (const each of wanted) connected.push(await connectOne(deps, each, 'setting'))
  const rows = await deps.store.read((reader) => reader.backends())
  const isDropped = ({ org, source }: BackendRow) => source === 'setting' && !wanted.some(({ name }) => name === org)
  return { connected, dropped: rows.filter(isDropped) }
}

/** Connects the backend of the command line; one with its address may be connected already, under whatever name. */
export async function connectFromArgument(deps: Deps, wanted: Wanted): Promise<Outcome> {
  const rows = await deps.store.read((reader) => reader.backends())
  const same = rows.find(({ address }) => address === wanted.shown)
  if (same) return { row: same }
  const name = await deps.store.read((reader) => freeName(reader, wanted.name))
  return connectOne(deps, { ...wanted, name }, 'start')
}

/** Where a backend of that name was connected, and what to do about it. */
const CONNECTED_ELSEWHERE: Record<BackendRow['source'], string> = {
  console: 'was connected in the console: disconnect it there, or choose another name',
  start: 'was connected from the command line: disconnect it in the console, or choose another name',
  setting: 'is in the file of HOLDFAST_BACKENDS: change it there, or choose another name',
}

async function connectOne(deps: Deps, wanted: Wanted, source: BackendRow['source']): Promise<Outcome> {
  const { name, kind, shown: address, keepsCopies, seenBy } = wanted
  if (!isOwner(name)) {
    return {
      problem: `The name ${name} is not legal: 3 to 40 of A-Za-z0-9-_, beginning and ending with a letter or digit.`,
    }
  }
  const at = await deps.store.now()
  const who = { at, by: SERVER, requestId: '' }
  return deps.store.write(async (writer) => {
    const known = await writer.backendOf(name)
    if (known !== undefined && known.source !== source)
      return { problem: `${name} ${CONNECTED_ELSEWHERE[known.source]}.` }
    if (known !== undefined) {
      if (isSame(known, wanted)) return { row: known }
      const row = { ...known, ...changes(known, wanted) }
      await saveBackend(writer, row, { ...who, before: known })
      return { row }
    }
    if (await isTaken(writer, name)) {
      return { problem: `There is an organization ${name} already: choose another name for the backend.` }
    }
    const place = { org: name, kind, address, keepsCopies, seenBy, source }
    const connected = { connectedAt: at, connectedBy: SERVER.login }
    const row: BackendRow = { id: deps.newId(), ...place, ...connected, ...NOTHING_SEEN }
    await saveBackend(writer, row, who)
    return { row }
  })
}

const NOTHING_SEEN = { layout: null, meta: null, seenAt: null, problem: null } as const

const isSame = (known: BackendRow, { kind, shown, keepsCopies, seenBy }: Wanted): boolean =>
  known.kind === kind && known.address === shown && known.keepsCopies === keepsCopies && known.seenBy === seenBy

/** Of another place nothing is known yet. */
const changes = (known: BackendRow, { kind, shown: address, keepsCopies, seenBy }: Wanted): Partial<BackendRow> => ({
  kind,
  address,
  keepsCopies,
  seenBy,
  ...(known.address !== address && NOTHING_SEEN),
})

/** The name, with a number if it is taken. */
async function freeName(reader: Reader, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name.slice(0, 36)}-${number}`
    if (!(await isTaken(reader, candidate))) return candidate
  }
}
