import type { StackRef } from '#contract/common.ts'
import type { Orphan } from '#contract/orphans.ts'
import { importResource } from '../commands.ts'
import type { Intent } from './ledger.ts'
import { urnName } from '../state/urn.ts'

export type OrphanFacts = Pick<
  Orphan,
  'urn' | 'resourceType' | 'resourceId' | 'source' | 'isPending' | 'left' | 'version'
> & {
  intended: Intent
  stack: StackRef
}

/**
 * What happened to an item of the ledger, where to look for its object, and the command that adopts it (GR-07, GR-35).
 */
export function orphanWords(facts: OrphanFacts): Pick<Orphan, 'story' | 'hints' | 'importCommand'> {
  const { urn, resourceType: type, resourceId, intended, stack } = facts
  const { parent, provider } = intended
  const resource = { urn, type, ...(parent && { parent }), ...(provider && { provider }) }
  return {
    story: storyOf(facts),
    hints: hintsFor(facts),
    importCommand: importResource(stack, resource, resourceId ?? undefined),
  }
}

function storyOf({ source, isPending, left, resourceId, version }: OrphanFacts): string {
  const known = resourceId === null ? '' : ' Its id was reported.'
  if (source === 'late') return 'Its client reported it after the update had ended; no state has it.'
  if (source === 'unrecorded') {
    return resourceId === null
      ? 'An update began to create it, was cut off, and had saved nothing.'
      : 'An update created it, was cut off, and had saved nothing: only its events say so.'
  }
  const since = version === 0 ? 'that the stack was created with' : `since version ${version}`
  if (isPending) return `The create was cut off; it is pending in the state ${since}.${known}`
  const how = left === null ? '' : ` with version ${left.version} (${left.kind})`
  return `The create was cut off, and left the state${how} without anybody saying what became of it.${known}`
}

/** Packages whose resources exist in the state and nowhere else. */
const STATE_ONLY = /^(random|tls|time|null):/

function hintsFor({ urn, resourceType, resourceId, intended: { clues } }: OrphanFacts): string[] {
  if (STATE_ONLY.test(resourceType))
    return ['Resources of this type exist in the state only: there is nothing to look for, and nothing is left behind.']
  const place = clues
    .filter(({ label }) => /^[A-Z]/.test(label) && label !== 'ID')
    .map(({ label, value }) => `${label.toLowerCase()} ${value}`)
  const names = clues.filter(({ label }) => !/^[A-Z]/.test(label))
  const where = place.length > 0 ? ` in ${place.join(', ')}` : ''
  const first =
    resourceId !== null
      ? `Look for the id ${resourceId}${where}.`
      : names.length > 0
        ? `Look for ${aKind(resourceType)} with the ${names.map(({ label, value }) => `${label} ${value}`).join(' or the ')}${where}.`
        : `Look for ${aKind(resourceType)} called like ${urnName(urn)}${where}, made at that time.`
  return [
    first,
    'Look in the account and region that the update had; the audit log of the cloud names who made it, and when.',
  ]
}

/** The last part of a type, with its article. */
function aKind(type: string): string {
  const kind = type.split(':').at(-1) ?? type
  return `${/^[AEIO]/i.test(kind) ? 'an' : 'a'} ${kind}`
}
