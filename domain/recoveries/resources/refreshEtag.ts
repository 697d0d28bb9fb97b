import type { Resource } from '../../state/checkpoint.ts'
import { preview, refreshTarget } from '../../commands.ts'
import { shell } from '../../shell.ts'
import { setProperty } from '../../edits/setProperty.ts'
import { urnName } from '../../state/urn.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { messageEvidence, recognisedFor } from './recognised.ts'
import { ask, oneByOne, option } from '../options.ts'
import { check } from '../check.ts'

/** Outputs in which providers keep the version mark of a cloud object (docs/state.md, Property values). */
const MARKS = ['etag', 'fingerprint', 'generation', 'resourceVersion', 'lockToken'] as const

const markOf = ({ outputs }: Resource) => MARKS.find((mark) => typeof outputs?.[mark] === 'string')

/**
 * Resources with a stale version mark: those named in the last run's errors, else all that have a mark and a type known
 * for the error.
 */
function stale({ failed, document }: Facts): { entry: Resource; mark: string }[] {
  const named = new Set(
    failed
      .filter(({ messages }) => messages.some((text) => /PreconditionFailed|\b412\b/.test(text)))
      .map(({ urn }) => urn),
  )
  return (document.deployment.resources ?? []).flatMap((entry) => {
    const mark = markOf(entry)
    const isMeant = named.size > 0 ? named.has(entry.urn) : entry.type.startsWith('aws:cloudfront/')
    return mark && isMeant && !entry.delete ? [{ entry, mark }] : []
  })
}

/** A stale version mark (GR-24): the object was changed outside, and the cloud answers 412. */
export const refreshEtag: GuidedRecovery = {
  id: 'refresh-etag',
  number: 24,
  phase: 'rest',
  title: 'A cloud refuses a change (ETag)',
  commands: 'refresh',
  offer: {
    in: 'changes',
    text: 'The resource was changed outside of Pulumi, so its ETag in the state is out of date.',
  },
  docs: {
    documented: 'Edit the etag in the JSON',
    does: 'Refreshes that one resource; or changes the one value, with a one-line difference',
    refuses: 'To change more than the ETag',
  },
  finding: (facts) => {
    const found = recognisedFor(facts, 'refresh-etag')
    if (found.length === 0) return undefined
    return {
      isOfLastRun: true,
      tone: 'attention',
      title: 'An object was changed outside, and its version mark is out of date',
      explanation: 'The cloud accepts a change only with the current version. A refresh reads it.',
      evidence: messageEvidence(facts, found),
      couldBeLost: 'What was changed outside, if the program then overwrites it.',
      level: 1,
      items: stale(facts).map(({ entry }) => urnName(entry.urn)),
    }
  },
  problems: (facts) =>
    stale(facts).map(({ entry, mark }) => ({
      id: `mark:${entry.urn}`,
      title: `The ${mark} of ${urnName(entry.urn)} is out of date.`,
      explanation: 'Prefer a refresh: it reads the mark and everything else that was changed outside.',
      urns: [entry.urn],
      evidence: [],
      clues: [
        { label: 'Id', value: entry.id ?? '' },
        { label: `${mark} in the state`, value: String(entry.outputs?.[mark]) },
      ],
      options: [
        option(
          {
            id: 'set',
            title: `Write the present ${mark} into the state, and nothing else`,
            risk: 'What was changed outside is not seen: the next update overwrites it.',
            level: 1,
          },
          {
            asks: [ask('value', `Present ${mark}`, hint(entry))],
            terminal: [refreshTarget(facts.stack, entry.urn)],
          },
        ),
      ],
      suggested: null,
      advice: null,
    })),
  apply: ({ document }, chosen) =>
    oneByOne(
      document,
      chosen.map(({ problem: { urns }, choice }) => (base) => {
        const [urn = ''] = urns
        const entry = base.deployment.resources?.find((each) => each.urn === urn && !each.delete)
        const mark = entry ? markOf(entry) : undefined
        const target = { urn, id: entry?.id ?? '' }
        return setProperty(base, target, ['outputs', mark ?? 'etag'], choice.inputs['value']?.trim() ?? '')
      }),
    ),
  guide: (facts) => ({
    explanation: 'Refresh the resource: its ETag is read again, and so are changes from outside.',
    steps: [
      {
        text: 'Refresh only what failed.',
        commands: stale(facts)
          .slice(0, 20)
          .map(({ entry }) => refreshTarget(facts.stack, entry.urn)),
      },
      { text: 'Look at what the program would change back.', commands: [preview(facts.stack)] },
    ],
    never: [],
    checks: [
      check(
        recognisedFor(facts, 'refresh-etag').length === 0,
        'The last update met no outdated ETag.',
        'The last update met an outdated ETag.',
      ),
    ],
    stopAndAsk: ['Someone changed the object on purpose.'],
  }),
}

const hint = ({ type, id = '' }: Resource): string =>
  type === 'aws:cloudfront/distribution:Distribution'
    ? shell`aws cloudfront get-distribution --id ${id} --query ETag --output text`
    : 'As the cloud’s own command line or console shows it now.'
