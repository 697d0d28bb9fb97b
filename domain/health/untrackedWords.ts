import type { UntrackedResource } from '#contract/untracked.ts'
import { importResource } from '../commands.ts'
import type { Intent } from './untracked.ts'
import { plural } from '#words/counts.ts'
import { urnName } from '../state/urn.ts'
import type { NamedStack } from '../stackName.ts'

export type UntrackedFacts = Pick<
  UntrackedResource,
  'urn' | 'resourceType' | 'resourceId' | 'source' | 'isPending' | 'left' | 'version'
> & {
  intended: Intent
  stack: NamedStack
}

/**
 * Texts for an untracked resource: what happened, where to search for its object, and the command that adopts it
 * (GR-07, GR-35).
 */
export function untrackedWords(facts: UntrackedFacts): Pick<UntrackedResource, 'story' | 'hints' | 'importCommand'> {
  const { urn, resourceType: type, resourceId, intended, stack } = facts
  const { parent, provider } = intended
  const resource = { urn, type, ...(parent && { parent }), ...(provider && { provider }) }
  return {
    story: storyOf(facts),
    hints: hintsFor(facts),
    importCommand: importResource(stack, resource, resourceId ?? undefined) ?? null,
  }
}

/** The words of a story that differ for several resources. */
const PLURALS: readonly (readonly [one: string, many: string])[] = [
  ['to create it and', 'to create them and'],
  ['state: it may or may not exist.', 'state: they may or may not exist.'],
  ['it may cost money, and is known', 'they may cost money, and are known'],
  ['no state has it.', 'no state has them.'],
  ['Its create was interrupted; it is pending', 'Their creates were interrupted; they are pending'],
  ['Its create was interrupted; it has been', 'Their creates were interrupted; they have been'],
  ['Its pending create was dropped', 'Their pending creates were dropped'],
  ['resolved: it may', 'resolved: they may'],
  ['Its ID was reported.', 'Their IDs were reported.'],
]

/** What happened to `count` resources with the same story. */
export const storyOfAll = (story: string, count: number): string =>
  plural(
    count,
    story,
    PLURALS.reduce((text, [one, many]) => text.replace(one, many), story),
  )

function storyOf({ source, isPending, left, resourceId, version }: UntrackedFacts): string {
  const known = resourceId === null ? '' : ' Its ID was reported.'
  if (source === 'late') return 'Reported by the CLI after its update had ended; no state has it.'
  if (source === 'unrecorded') {
    return resourceId === null
      ? 'An interrupted update started to create it and saved no state: it may or may not exist.'
      : 'Created by an interrupted update that saved no state: it may cost money, and is known only from the event log.'
  }
  const pending =
    version === 0
      ? 'is pending in the state that the stack was created with'
      : `has been pending since version ${version}`
  if (isPending) return `Its create was interrupted; it ${pending}.${known}`
  const how = left === null ? '' : ` by ${left.kind} (version ${left.version})`
  return `Its pending create was dropped${how} without being resolved: it may or may not exist.${known}`
}

/** Packages whose resources exist only in the state. */
const STATE_ONLY = /^(random|tls|time|null):/

function hintsFor({ urn, resourceType, resourceId, intended: { clues } }: UntrackedFacts): string[] {
  if (STATE_ONLY.test(resourceType))
    return ['Resources of this type exist only in the state: there is nothing to look for.']
  const place = clues
    .filter(({ label }) => /^[A-Z]/.test(label) && label !== 'ID')
    .map(({ label, value }) => `${label.toLowerCase()} ${value}`)
  const names = clues.filter(({ label }) => !/^[A-Z]/.test(label))
  const where = place.length > 0 ? ` in ${place.join(', ')}` : ''
  const first =
    resourceId !== null
      ? `Look for the ID ${resourceId}${where}.`
      : names.length > 0
        ? `Look for ${aKind(resourceType)} named ${names.map(({ value }) => value).join(' or ')}${where}.`
        : `Look for ${aKind(resourceType)} named like ${urnName(urn)}${where}, created at that time.`
  return [first, 'Look in the account and region of the update. The cloud’s audit log shows who created it, and when.']
}

/** The last part of a type with its article. */
function aKind(type: string): string {
  const kind = type.split(':').at(-1) ?? type
  return `${/^[AEIO]/i.test(kind) ? 'an' : 'a'} ${kind}`
}
