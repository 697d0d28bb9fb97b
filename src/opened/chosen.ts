import { strFromU8, unzip, type Unzipped } from 'fflate'
import { isObject, keyOf } from '#domain/json/jsonObject.ts'
import { scanMembers } from '#domain/json/jsonScan.ts'
import { isName } from '#domain/stackName.ts'
import type { ParsedState } from '#domain/state/stateText.ts'
import { parseUrn } from '#domain/state/urn.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { fileStartsWith, MAX_BYTES, readText, UnreadableFile } from '#src/lib/fileText.ts'
import { bytesText } from '#words/bytes.ts'
import { counted } from '#words/counts.ts'
import type { OpenedFile } from './fileBlobs.ts'
import { parseState } from './parseState.ts'

/** What was opened: the files of a backend, by their keys. */
export type Chosen = { files: OpenedFile[]; isSingle: boolean }

/** States that can be opened together, for example to compare them. */
const MAX_SINGLE = 20

const PULUMI = /(?:^|\/)(\.pulumi\/.+)$/

/**
 * Makes a backend of what a user chose: a folder with `.pulumi`, a zip of one, or single states, each of which becomes
 * a stack. Throws `UnreadableFile`, whose message quotes nothing of a file.
 */
export async function backendOf(chosen: readonly ChosenFile[]): Promise<Chosen> {
  const [first] = chosen
  if (first === undefined) throw new UnreadableFile('Nothing was chosen.')
  const isZip = chosen.length === 1 && (await fileStartsWith(first.file, [0x50, 0x4b]))
  const files = isZip ? await unzipped(first.file) : chosen.flatMap(inBackend)
  if (files.some(({ key }) => /^\.pulumi\/(stacks|locks|history|backups)\//.test(key)))
    return { files, isSingle: false }
  if (isZip) throw new UnreadableFile('There is no .pulumi with stacks in this zip file.')
  if (chosen.length > MAX_SINGLE)
    throw new UnreadableFile(
      `These are ${counted(chosen.length, 'file')}, and no folder of a self-managed backend: there is no .pulumi with stacks in it. Choose up to ${MAX_SINGLE} state files.`,
    )
  const taken = new Set<string>()
  const singles: OpenedFile[] = []
  for (const each of chosen) singles.push(await single(each, taken)) // one at a time, to save memory
  return { files: singles, isSingle: true }
}

const inBackend = ({ path, file }: ChosenFile): OpenedFile[] => {
  const key = PULUMI.exec(path)?.[1]
  return key === undefined ? [] : [{ key, file, at: file.lastModified }]
}

async function unzipped(file: File): Promise<OpenedFile[]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let total = 0
  const entries = await new Promise<Unzipped>((resolve, reject) =>
    unzip(
      bytes,
      {
        // Sizes are declared in the directory of the zip; an entry that lies about its own fails to inflate.
        filter: ({ name, originalSize }) => {
          if (!PULUMI.test(name) || name.endsWith('/')) return false
          total += originalSize
          if (total > MAX_BYTES) throw new UnreadableFile(`The zip file holds more than ${bytesText(MAX_BYTES)}.`)
          return true
        },
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    ),
  ).catch((cause: unknown) => {
    if (cause instanceof UnreadableFile) throw cause
    throw new UnreadableFile('The zip file is cut short or damaged.', { cause })
  })
  return Object.entries(entries).map(([name, content]) => ({
    key: PULUMI.exec(name)?.[1] ?? name,
    file: new Blob([content as Uint8Array<ArrayBuffer>]),
    at: file.lastModified,
  }))
}

/** Where the state of a stack is in the backend made of single states. */
export const stateKeyOf = (project: string, stack: string): string => `.pulumi/stacks/${project}/${stack}.json`

/** A single state as the checkpoint of a stack, whatever wrapped it; one of the same name gets a number. */
async function single({ path, file }: ChosenFile, taken: Set<string>): Promise<OpenedFile> {
  const { text } = await readText(file)
  const state = parseState(text)
  const { project, stack: own } = namesIn(state)
  let stack = own
  for (let number = 2; taken.has(`${project}/${stack}`); number++) stack = `${own}-${number}`
  taken.add(`${project}/${stack}`)
  const name = `organization/${project}/${stack}`
  const content = state.shape === 'deployment' ? asCheckpoint(text, name, state) : text
  return { key: stateKeyOf(project, stack), file: new Blob([content]), at: file.lastModified, from: path }
}

/** The same bytes of the deployment in the wrapper of a checkpoint, so that no number and no key changes. */
function asCheckpoint(text: string, name: string, { document }: ParsedState): string {
  const bytes = new TextEncoder().encode(text)
  const json: unknown = JSON.parse(text)
  const key = isObject(json) ? keyOf(json, 'deployment') : undefined
  const deployment = (key === undefined ? undefined : scanMembers(bytes).get(key)) ?? bytes
  const features = document.features === undefined ? '' : `"features":${JSON.stringify(document.features)},`
  return `{"version":${document.version},${features}"checkpoint":{"stack":${JSON.stringify(name)},"latest":${strFromU8(deployment)}}}`
}

/** The names that a state says itself; placeholders otherwise. */
function namesIn({ document, fullName = '' }: ParsedState): { project: string; stack: string } {
  const { resources, pending_operations: pending } = document.deployment
  const entries = [...(resources ?? []), ...(pending ?? []).map(({ resource }) => resource)]
  const urn = entries.map((entry) => parseUrn(entry.urn)).find((parts) => parts?.project && parts.stack)
  const named = fullName.split('/')
  const stack = named.at(-1) || urn?.stack || ''
  const project = named.at(-2) || urn?.project || ''
  return { project: isName(project) ? project : 'project', stack: isName(stack) ? stack : 'stack' }
}
