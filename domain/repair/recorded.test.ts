import { describe, expect, it } from 'vitest'
import { integrityCases } from '#testing/load.ts'
import { normaliseState } from '#testing/states/compareStates.ts'
import { readState, type Resource, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { isAccepted, verify } from '../state/integrity.ts'
import { cliSummary, repairAsCli } from '#testing/states/repairAsCli.ts'

const KNOWN_KEYS = new Set(
  [
    'urn type custom delete id inputs outputs parent protect taint external dependencies initErrors provider',
    'propertyDependencies pendingReplacement additionalSecretOutputs aliases customTimeouts importID retainOnDelete',
    'deletedWith replaceWith created modified sourcePosition stackTrace ignoreChanges replaceOnChanges',
    'replacementTrigger refreshBeforeUpdate viewOf resourceHooks extensionRef snippetID',
  ]
    .join(' ')
    .split(' '),
)

/**
 * `pulumi stack import --force`: removes pending operations and unknown keys, and recomputes version and features
 * (docs/state.md, Import a state).
 */
function imported({ deployment }: StateDocument): StateDocument {
  const { manifest, secrets_providers, resources, metadata, snippets, extensions } = deployment
  const known = (resource: Resource) =>
    Object.fromEntries(Object.entries(resource).filter(([key]) => KNOWN_KEYS.has(key))) as Resource
  return toDocument(
    {
      ...(manifest && { manifest }),
      ...(secrets_providers && { secrets_providers }),
      resources: (resources ?? []).map(known),
      ...(metadata && { metadata }),
      ...(snippets && { snippets }),
      ...(extensions && { extensions }),
    },
    { byteString: false },
  )
}

type Outcome = { verdict: string; error?: string }

/** The kind of the CLI's outcome. */
function recordedOutcome(text: string): Outcome {
  if (text.startsWith('The snapshot is already valid')) return { verdict: 'alreadyValid' }
  if (text.startsWith('State repaired successfully')) return { verdict: 'repaired' }
  return { verdict: 'cannotRepair', error: /Failed to repair the snapshot automatically: (.*)/.exec(text)?.[1] ?? text }
}

const cases = integrityCases().flatMap(({ set, name, state, repair, after }) => {
  const read = readState(state)
  return repair && read.ok
    ? [
        {
          title: `${set}: ${name}`,
          state: imported(read.document),
          original: read.document,
          outcome: recordedOutcome(repair.text),
          after,
        },
      ]
    : []
})
const repaired = cases.filter(({ outcome }) => outcome.verdict === 'repaired')
const others = cases.filter(({ outcome }) => outcome.verdict !== 'repaired')

describe('the CLI’s own repair', () => {
  it('is recorded for 116 states', () => {
    expect([repaired.length, others.length]).toEqual([31, 85])
  })

  it.each(others)('$title: is refused with a reason', ({ state, outcome }) => {
    const { verdict, ...rest } = repairAsCli(state)
    expect({ verdict, ...('error' in rest && { error: rest.error }) }).toEqual(outcome)
  })

  it.each(repaired)('$title: results in the same entries', ({ state, after }) => {
    const ours = repairAsCli(state)
    const document = ours.verdict === 'repaired' ? ours.document : undefined
    const read = readState(after === 'unchanged' ? undefined : after)
    expect(document && normaliseState(document)).toEqual(read.ok && normaliseState(read.document))
    expect(isAccepted(verify(document?.deployment ?? {}))).toBe(true)
    expect(ours.verdict === 'repaired' && cliSummary(ours)).toContain('The following resources will be')
    expect(document && repairAsCli(document)).toEqual({ verdict: 'alreadyValid' })
  })

  it.each(cases.filter(({ title }) => /: 04[0-4]-/.test(title)))(
    '$title: pending operations and unknown keys stay',
    ({ original }) => {
      const late = (original.deployment.resources ?? []).toReversed()
      const ours = repairAsCli({ ...original, deployment: { ...original.deployment, resources: late } })
      const document = ours.verdict === 'repaired' ? ours.document : undefined
      const { resources, ...rest } = original.deployment
      expect(document?.deployment).toMatchObject(rest)
      const byUrn = (list: Resource[]) => new Map(list.map((each) => [`${each.urn} ${each.id}`, each]))
      expect(byUrn(document?.deployment.resources ?? [])).toEqual(byUrn(resources ?? []))
    },
  )
})
