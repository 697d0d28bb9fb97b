import type { StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { type IntegrityError, verify } from '../state/integrity.ts'
import { migrate } from '../state/migration.ts'
import { missingExtensions } from '../state/missingExtensions.ts'
import { cycleProblems } from './cycles.ts'
import { danglingProblem, names } from './dangling.ts'
import { duplicateProblem } from './duplicates.ts'
import { extensionProblem } from './extensions.ts'
import { magicProblem, malformedProblem, snippetProblem } from './malformed.ts'
import { counted, plural } from '#words/counts.ts'
import { contextOf, type Context, type EarlierVersion, type RepairPlan, type RepairProblem } from './plan.ts'
import { providerProblem } from './providers.ts'
import { undecodableProblems } from './undecodable.ts'

/**
 * All problems of a state, grouped by decision, each with the possible repairs and what they could lose (GR-11 to
 * GR-15; docs/state.md, Repair). Earlier versions, if given, are searched for lost data.
 */
export function findRepairs(document: StateDocument, earlier: readonly EarlierVersion[] = []): RepairPlan {
  const migrated = migrate(document)
  const findings = verify(migrated.deployment)
  const faults = decodingFaults(migrated.deployment)
  const missing = missingExtensions(migrated.deployment)
  if (findings.length + faults.length + missing.length === 0) return { findings, problems: [] } // before building any index: most states are valid
  const context = contextOf(migrated, earlier)
  const { problems: cycles, explained } = cycleProblems(context, findings)
  const rest = Map.groupBy(
    findings.filter((finding) => !explained.has(finding)),
    topicOf,
  )
  const byTopic = (topic: Topic) => rest.get(topic) ?? []
  const grouped = <Key>(topic: Topic, keyOf: (finding: IntegrityError) => Key) => [
    ...Map.groupBy(byTopic(topic), keyOf),
  ]
  return {
    findings,
    problems: [
      ...byTopic('magic').map((finding) => magicProblem(context, finding)),
      ...grouped('malformed', ({ index }) => index).map(([at, found]) => malformedProblem(context, at ?? -1, found)),
      ...undecodableProblems(context, faults),
      ...cycles,
      ...grouped('dangling', ({ target }) => target).map(([target, found]) =>
        danglingProblem(context, target ?? '', found),
      ),
      ...grouped('provider', ({ target }) => target).map(([target, found]) =>
        providerProblem(context, target ?? '', found),
      ),
      ...[...Map.groupBy(missing, ({ name }) => name)].map(([name, found]) => extensionProblem(context, name, found)),
      ...byTopic('duplicate').map((finding) => duplicateProblem(context, finding.urn ?? '', finding)),
      ...byTopic('snippet').map((finding) => snippetProblem(context, finding)),
      ...orderProblem(context, byTopic('order')),
    ],
  }
}

type Topic = 'magic' | 'malformed' | 'dangling' | 'provider' | 'duplicate' | 'snippet' | 'order'

function topicOf({ rule, kind }: IntegrityError): Topic {
  if (kind === 'order') return 'order'
  if (rule === 'R1') return 'magic'
  if (rule === 'R6' || rule === 'R7') return 'provider'
  if (rule === 'R13') return 'duplicate'
  if (rule === 'R14' || rule === 'R15') return 'snippet'
  return kind === 'missing' ? 'dangling' : 'malformed'
}

/** Sorting loses nothing, so it is part of any repair. */
function orderProblem(context: Context, findings: IntegrityError[]): RepairProblem[] {
  if (findings.length === 0) return []
  const entries = [...new Set(findings.flatMap(({ index }) => index ?? []))]
  return [
    {
      id: 'order',
      kind: 'order',
      recovery: 'fix-references',
      title: `${counted(entries.length, 'resource')} ${plural(entries.length, 'is listed before its', 'are listed before their')} dependencies: ${names(context, entries)}.`,
      findings,
      entries,
      options: [
        {
          id: 'sort',
          title: 'Fix the order',
          risk: 'Nothing is lost.',
          level: 1,
          action: { do: 'sort' },
        },
      ],
      suggested: 'sort',
    },
  ]
}
