import type { BrokenEntries, BrokenTags, EntryProblem, KeptElsewhere, MetaProblem } from '#contract/backends.ts'
import { type FilePlace, isFolder, keepAside, objectCommands, rewriteMeta, unpackZstd } from './commands.ts'
import { lastPart } from './layout.ts'
import { META_KEY } from './meta.ts'
import { counted, list, plural } from '#words/counts.ts'

/** Something wrong in the files of a backend beside its states, and the commands that fix it. */
export type FileTrouble = {
  tone: 'danger' | 'attention'
  title: string
  sentence: string
  commands: string[]
}

/** The files beside a state, as they were seen. */
export type Files = Pick<
  KeptElsewhere,
  'metaProblem' | 'isInvisible' | 'brokenSidecars' | 'brokenTags' | 'brokenEntries' | 'unreadStates'
>

/** What is wrong around the state of a stack, most harmful first; `place`: as in `placeOf`. */
export const fileTroubles = (
  { metaProblem, isInvisible, brokenSidecars, brokenTags, brokenEntries, unreadStates }: Files,
  place: FilePlace | undefined,
): FileTrouble[] => [
  ...(metaProblem ? [metaTrouble(metaProblem, place)] : []),
  ...(isInvisible ? [INVISIBLE] : []),
  ...brokenSidecars.map((key) => sidecarTrouble(key, place)),
  ...(brokenTags ? [tagsTrouble(brokenTags, place)] : []),
  ...unreadStates.map((key) => compressionTrouble(key, place)),
  ...entryTroubles(brokenEntries, place),
]

const INVISIBLE: FileTrouble = {
  tone: 'danger',
  title: 'No current CLI sees this stack',
  sentence:
    'It is in the old layout, and meta.yaml says the layout by project. Its state is whole. Settings → Backends → Layout has the steps of the upgrade.',
  commands: [],
}

const WHY_BROKEN: Readonly<Record<EntryProblem, string>> = {
  empty: 'empty',
  truncated: 'truncated, or not JSON',
  noEntry: 'not an entry of a run',
  packed: 'compressed, and damaged',
  tooLarge: 'larger than any entry that a run writes',
  unreadable: 'not readable by this server',
  zstd: 'packed with zstd',
}

/** Entries in the history of a stack that cannot be read, so that their runs are missing in its list: one trouble for each next step. */
export function entryTroubles(entries: BrokenEntries | null, place: FilePlace | undefined): FileTrouble[] {
  if (entries === null) return []
  const { count, newest } = entries
  const rest = count - newest.length
  const steps: [(why: EntryProblem) => boolean, typeof damagedEntries][] = [
    [(why) => why !== 'unreadable' && why !== 'zstd', damagedEntries],
    [(why) => why === 'unreadable', forbiddenEntries],
    [(why) => why === 'zstd', packedEntries],
  ]
  let more = rest
  return steps.flatMap(([isOf, trouble]) => {
    const some = newest.filter(({ why }) => isOf(why))
    if (some.length === 0) return []
    const found = trouble(some, more, place)
    more = 0 // which of the reasons the others have is not kept
    return [found]
  })
}

type Entries = BrokenEntries['newest']

const entriesTitle = (entries: Entries, more: number): string =>
  `${counted(entries.length + more, 'entry', 'entries')} of the history cannot be read`

const missing = (entries: Entries, more: number): string =>
  plural(entries.length + more, 'The run of this file is not listed', 'The runs of these files are not listed')

/** Each file with what is wrong with it. */
const entriesList = (entries: Entries, more: number): string =>
  list([
    ...entries.map(({ key, why }) => `${lastPart(key)} (${WHY_BROKEN[why]})`),
    ...(more > 0 ? [counted(more, 'older one')] : []),
  ])

/** The same as a sentence. */
function entriesState(entries: Entries, more: number): string {
  const [first, ...others] = entries
  return first !== undefined && others.length === 0 && more === 0
    ? `${lastPart(first.key)} is ${WHY_BROKEN[first.why]}.`
    : `Not readable: ${entriesList(entries, more)}.`
}

function damagedEntries(entries: Entries, more: number, place: FilePlace | undefined): FileTrouble {
  const count = entries.length + more
  return {
    tone: 'attention',
    title: entriesTitle(entries, more),
    sentence: `${entriesState(entries, more)} ${plural(count, 'Its run is', 'Their runs are')} not listed, the updates after ${plural(count, 'it are numbered one lower', 'them are numbered lower')}, and pulumi stack history fails. This did not damage the state. Move the ${plural(count, 'file', 'files')} aside.`,
    commands: place === undefined ? [] : entries.flatMap(({ key }) => keepAside(place, key, '.broken')),
  }
}

function forbiddenEntries(entries: Entries, more: number): FileTrouble {
  return {
    tone: 'attention',
    title: entriesTitle(entries, more),
    sentence: `${missing(entries, more)}: ${entriesList(entries, more)}. Give this server the right to read every file of the history.`,
    commands: [],
  }
}

function packedEntries(entries: Entries, more: number, place: FilePlace | undefined): FileTrouble {
  const [first] = entries
  return {
    tone: 'attention',
    title: entriesTitle(entries, more),
    sentence: `${missing(entries, more)}, because a browser cannot unpack zstd: ${entriesList(entries, more)}. Unpack a copy of the folder, and open that.`,
    commands: place === undefined || first === undefined ? [] : unpackZstd(place, first.key),
  }
}

/**
 * A `meta.yaml` that stops every command (docs/state.md, Layout). Without the file the CLI takes a store for legacy as
 * soon as one stack lies in the old layout, and no longer sees the others: so in a store with both it is never removed.
 */
export function metaTrouble({ says, layout }: MetaProblem, place: FilePlace | undefined): FileTrouble {
  if (says === 'newer')
    return {
      tone: 'danger',
      title: 'meta.yaml names a layout of a newer CLI',
      sentence: 'Use the CLI that wrote it. The stacks here are shown as far as they have the known layout.',
      commands: [],
    }
  const [stopped, isLegacy] = ['Every command reads it first, so all of them fail.', layout === 'legacy']
  return {
    tone: 'danger',
    title: says === 'noVersion' ? 'meta.yaml has no version' : 'meta.yaml is broken',
    sentence: isLegacy
      ? `${stopped} The stacks have the old layout, in which there is no such file.`
      : `${stopped} It needs one line: version: 1`,
    commands: place === undefined ? [] : isLegacy ? keepAside(place, META_KEY, '.broken') : rewritten(layout, place),
  }
}

/** On a bucket the CLI writes the file again, which it gets right only without stacks of the old layout. */
const rewritten = (layout: MetaProblem['layout'], place: FilePlace): string[] =>
  isFolder(place) || layout === 'project' || layout === 'empty' ? rewriteMeta(place) : []

function sidecarTrouble(key: string, place: FilePlace | undefined): FileTrouble {
  const what = key.includes('.pulumi-tags') ? 'tags' : 'state'
  return {
    tone: 'danger',
    title: `A broken file beside the ${what}`,
    sentence: `The CLI reads ${lastPart(key)} first, so it cannot read the ${what}, which may be whole. Remove the .attrs file only: none is needed.`,
    commands: place === undefined ? [] : [objectCommands(place).remove(key)],
  }
}

/** Tried with the CLI 3.260: preview, refresh and update fail, the others go on, and without the file all go on. */
function tagsTrouble({ key, why }: BrokenTags, place: FilePlace | undefined): FileTrouble {
  const stopped = 'Every preview, refresh and update of this stack fails. Its state is whole.'
  return {
    tone: 'danger',
    title: why === 'version' ? 'The tags of this stack have another version' : 'The file with the tags is broken',
    sentence:
      why === 'version'
        ? `${stopped} Use the CLI that wrote them, or move the file aside and set the tags again.`
        : `${stopped} Move the file aside, and set the tags again.`,
    commands: place === undefined ? [] : keepAside(place, key, '.broken'),
  }
}

const compressionTrouble = (key: string, place: FilePlace | undefined): FileTrouble => ({
  tone: 'attention',
  title: 'This stack has two state files',
  sentence: `The CLI reads the one that was written last, and not ${lastPart(key)}; pulumi stack ls lists the stack twice. Move the older file to a name that the CLI does not read.`,
  commands: place === undefined ? [] : keepAside(place, key, '.kept'),
})
