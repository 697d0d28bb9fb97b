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
    story: storyOf(facts, 1),
    hints: hintsFor(facts),
    importCommand: importResource(stack, resource, resourceId ?? undefined) ?? null,
  }
}

type Told = Pick<UntrackedFacts, 'source' | 'isPending' | 'left' | 'resourceId' | 'version'>

/** What happened to `count` resources of which the same is known, one sentence. */
export function storyOf({ source, isPending, left, resourceId, version }: Told, count: number): string {
  const its = plural(count, 'Its', 'Their')
  const mayExist = `${plural(count, 'it', 'they')} may or may not exist.`
  if (source === 'late')
    return `Reported by the CLI after its update had ended; no state has ${plural(count, 'it', 'them')}.`
  if (source === 'unrecorded') {
    return resourceId === null
      ? `An interrupted update started to create ${plural(count, 'it', 'them')} and saved no state: ${mayExist}`
      : `Created by an interrupted update that saved no state: ${plural(count, 'it may cost money, and is', 'they may cost money, and are')} known only from the event log.`
  }
  const known = resourceId === null ? '' : ` ${its} ${plural(count, 'ID was', 'IDs were')} reported.`
  if (isPending) {
    const since =
      version === 0
        ? `${plural(count, 'is', 'are')} pending in the state that the stack was created with`
        : `${plural(count, 'has', 'have')} been pending since version ${version}`
    return `${its} ${plural(count, 'create was interrupted; it', 'creates were interrupted; they')} ${since}.${known}`
  }
  const how = left === null ? '' : ` by ${left.kind} (version ${left.version})`
  return `${its} pending ${plural(count, 'create was', 'creates were')} dropped${how} without being resolved: ${mayExist}${known}`
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
