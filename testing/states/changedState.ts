import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { identityOf } from '#domain/state/entryKeys.ts'
import type { Random } from './randomState.ts'

/** Returns a later version: some resources changed, removed, added or renamed, and some moved in the list. */
export function changed(document: StateDocument, random: Random): StateDocument {
  const next = structuredClone(document)
  const resources = next.deployment.resources ?? []
  for (let edits = random(12); edits > 0; edits--) {
    const at = random(resources.length)
    const entry = resources[at]
    if (entry === undefined) continue
    const kind = random(5)
    if (kind === 0) entry.outputs = { ...entry.outputs, edited: `${random(1000)} „"\\[{` }
    else if (kind === 1) resources.splice(at, 1)
    else if (kind === 2) resources.splice(at, 0, { ...entry, urn: `${entry.urn}-new${random(1_000_000)}`, id: 'new' })
    else if (kind === 3) entry.urn = `${entry.urn}-renamed${random(1_000_000)}`
    else resources.splice(random(resources.length), 0, ...resources.splice(at, 1 + random(3)))
  }
  next.deployment.metadata = { turn: random(2) }
  return next
}

/** Drops repeated URNs: entries with the same URN may be paired in more than one way. */
export function withoutTwins(document: StateDocument): StateDocument {
  const seen = new Set<string>()
  const resources = (document.deployment.resources ?? []).filter((entry: Resource) => {
    const isNew = !seen.has(identityOf(entry))
    seen.add(identityOf(entry))
    return isNew
  })
  return { ...document, deployment: { ...document.deployment, resources } }
}
