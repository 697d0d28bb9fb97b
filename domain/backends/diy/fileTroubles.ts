import type { BrokenTags, KeptElsewhere, MetaProblem } from '#contract/backends.ts'
import { type FilePlace, isFolder, keepAside, objectCommands, rewriteMeta } from './commands.ts'
import { lastPart } from './layout.ts'
import { META_KEY } from './meta.ts'

/** Something wrong in the files of a backend beside its states, and the commands that fix it. */
export type FileTrouble = {
  tone: 'danger' | 'attention'
  title: string
  sentence: string
  commands: string[]
}

/** The files beside a state, as they were seen. */
export type Files = Pick<KeptElsewhere, 'metaProblem' | 'brokenSidecars' | 'brokenTags' | 'unreadStates'>

/** What is wrong around the state of a stack, most harmful first; `place`: as in `placeOf`. */
export const fileTroubles = (
  { metaProblem, brokenSidecars, brokenTags, unreadStates }: Files,
  place: FilePlace | undefined,
): FileTrouble[] => [
  ...(metaProblem ? [metaTrouble(metaProblem, place)] : []),
  ...brokenSidecars.map((key) => sidecarTrouble(key, place)),
  ...(brokenTags ? [tagsTrouble(brokenTags, place)] : []),
  ...unreadStates.map((key) => compressionTrouble(key, place)),
]

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
        ? `${stopped} Use the CLI that wrote them, or put the file aside and set the tags again.`
        : `${stopped} Put the file aside, and set the tags again.`,
    commands: place === undefined ? [] : keepAside(place, key, '.broken'),
  }
}

const compressionTrouble = (key: string, place: FilePlace | undefined): FileTrouble => ({
  tone: 'attention',
  title: 'This stack has two state files',
  sentence: `The CLI reads the one that was written last, and not ${lastPart(key)}; pulumi stack ls lists the stack twice. Move the older file to a name that the CLI does not read.`,
  commands: place === undefined ? [] : keepAside(place, key, '.kept'),
})
