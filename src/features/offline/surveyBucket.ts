import { readLock } from '#domain/lease/lockFile.ts'
import { parseUrn } from '#domain/state/urn.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { readText, UnreadableFile } from '#src/lib/fileText.ts'
import type { Bucket, BucketStack } from './bucket.ts'
import { compareStates } from './compareStates.ts'
import { parseState, type ParsedState } from './parseState.ts'

/** One of the places where an intact checkpoint may be, most trusted first (docs/state.md, Order of writes). */
export type Source = {
  place: 'checkpoint' | 'bak' | 'backup' | 'history'
  path: string
  /** When the state in it was written; if it does not say, when the file was. */
  writtenAt: number
  /** Why it cannot be read; nothing more is known of it then. */
  problem: string | undefined
  entries: number
  pending: number
  /** Differences from the newest intact copy; undefined for that copy itself. */
  differs: { added: number; removed: number; changed: number } | undefined
}

export type SurveyedLock = { path: string } & ReturnType<typeof readLock>

export type StackSurvey = {
  name: string
  /** Only the checkpoint if it is intact and unlocked, else every place. */
  sources: Source[]
  locks: SurveyedLock[]
  /** Sidecar files that make every read of the checkpoint fail. */
  badSidecars: string[]
  others: string[]
  /** The project that `pulumi state upgrade` would give it; undefined if no resource says. Only in the old layout. */
  project: string | undefined
}

/** What `meta.yaml` says (docs/state.md, Layout). */
export type MetaState = 'fine' | 'missing' | 'old' | 'newer' | 'noVersion' | 'broken'

export type BucketSurvey = { meta: MetaState; stacks: StackSurvey[] }

/** A larger checkpoint is examined only when it is opened. */
const LARGEST = 60_000_000

/** Examines the files of a backend's folder: locks, intact and broken checkpoints, sidecars, layout. Sends nothing. */
export async function surveyBucket(bucket: Bucket): Promise<BucketSurvey> {
  const stacks: StackSurvey[] = []
  for (const stack of bucket.stacks) stacks.push(await surveyStack(stack)) // one at a time, to save memory
  return { meta: await metaState(bucket), stacks }
}

async function surveyStack(stack: BucketStack): Promise<StackSurvey> {
  const locks = await Promise.all(
    stack.locks.map(async ({ path, file }) => ({ path, ...readLock(await file.slice(0, 10_000).text()) })),
  )
  const badSidecars = await Promise.all(
    stack.sidecars.map(async ({ path, file }) => ((await isJsonObject(file)) ? [] : [path])),
  )
  const [current, state] = await look('checkpoint', stack.file)
  const isWhole = current !== undefined && current.problem === undefined
  const rest = isWhole && locks.length === 0 ? [] : await otherSources(stack)
  const looked = [...(current ? [{ source: current, state }] : []), ...rest]
  const newest = looked.find(({ state: its }) => its !== undefined)
  return {
    name: stack.name,
    sources: looked.map(({ source, state: its }) => ({ ...source, differs: difference(newest?.state, its) })),
    locks,
    badSidecars: badSidecars.flat(),
    others: stack.others.map(({ path }) => path),
    project: stack.name.includes('/') ? undefined : projectOf(newest?.state),
  }
}

async function otherSources({
  backup,
  copies,
}: BucketStack): Promise<{ source: Source; state: ParsedState | undefined }[]> {
  const places = [
    ['bak', backup],
    ['backup', copies.backup],
    ['history', copies.history],
  ] as const
  const looked: { source: Source; state: ParsedState | undefined }[] = []
  for (const [place, chosen] of places) {
    const [source, state] = await look(place, chosen)
    if (source) looked.push({ source, state })
  }
  return looked
}

async function look(
  place: Source['place'],
  chosen: ChosenFile | undefined,
): Promise<[Source | undefined, ParsedState | undefined]> {
  if (!chosen) return [undefined, undefined]
  const { path, file } = chosen
  const source: Source = {
    place,
    path,
    writtenAt: file.lastModified,
    problem: undefined,
    entries: 0,
    pending: 0,
    differs: undefined,
  }
  if (file.size > LARGEST) return [{ ...source, problem: 'It is large: open it to look into it.' }, undefined]
  if (await isZstd(file)) {
    return [
      { ...source, problem: 'It is packed with zstd, which browsers do not unpack: run zstd -d on a copy.' },
      undefined,
    ]
  }
  try {
    const state = parseState((await readText(file)).text)
    const { manifest, resources, pending_operations: pending } = state.document.deployment
    const written = Date.parse(manifest?.time ?? '')
    return [
      {
        ...source,
        writtenAt: Number.isNaN(written) || written < 0 ? file.lastModified : written,
        entries: resources?.length ?? 0,
        pending: pending?.length ?? 0,
      },
      state,
    ]
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return [{ ...source, problem: error.message }, undefined]
  }
}

function difference(newest: ParsedState | undefined, state: ParsedState | undefined): Source['differs'] {
  if (!newest || !state || newest === state) return undefined
  const { added, removed, changed } = compareStates(newest.document, state.document)
  return { added: added.length, removed: removed.length, changed: changed.length }
}

/** As the CLI guesses it: from the first resource that has a name. */
function projectOf(state: ParsedState | undefined): string | undefined {
  const [first] = state?.document.deployment.resources ?? []
  return (first && parseUrn(first.urn)?.project) || undefined
}

const isZstd = async (file: Blob): Promise<boolean> => {
  const mark = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return [0x28, 0xb5, 0x2f, 0xfd].every((byte, index) => mark[index] === byte)
}

async function isJsonObject(file: Blob): Promise<boolean> {
  try {
    const json: unknown = JSON.parse(await file.slice(0, 100_000).text())
    return typeof json === 'object' && json !== null && !Array.isArray(json)
  } catch {
    return false
  }
}

async function metaState({ meta, isOldLayout }: Bucket): Promise<MetaState> {
  if (!meta) return isOldLayout ? 'old' : 'missing'
  const text = await meta.file.slice(0, 10_000).text()
  const version = /^\s*["']?version["']?\s*:\s*(\S+)\s*$/m.exec(text)?.[1]
  if (version === undefined) return /^\s*($|[\w"']+\s*:)/.test(text) ? 'noVersion' : 'broken'
  if (!/^\d{1,9}$/.test(version)) return 'broken'
  return version === '1' ? 'fine' : version === '0' ? 'old' : 'newer'
}
