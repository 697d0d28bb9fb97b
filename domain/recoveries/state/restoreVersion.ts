import type { Problem } from '#contract/recoveries.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { identityOf } from '../../state/entryKeys.ts'
import { importFrom, refreshPreview } from '../../commands.ts'
import { fullName } from '../../stackName.ts'
import type { EarlierVersion } from '../../repair/plan.ts'
import { sameJson } from '../../json/sameJson.ts'
import { shell } from '../../shell.ts'
import { listed } from '../../surgery/deleteResources.ts'
import { applyDraft, type Draft, error, refused, type StateEdit, warning } from '../../surgery/edit.ts'
import { urnName } from '../../state/urn.ts'
import type { Chosen, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import { way } from '../ways.ts'

/**
 * Return to an earlier version (GR-16). What is pending now stays pending, whatever the earlier version had; and
 * what exists now only is either carried over or forgotten by name.
 */
export const restoreVersion: GuidedRecovery = {
  id: 'restore-version',
  number: 16,
  phase: 'rest',
  title: 'Return to an earlier version',
  commands: 'none',
  offer: {
    in: 'changes',
    text: 'The state becomes that of a former version; the infrastructure does not change by it.',
  },
  docs: {
    documented: '`pulumi stack export --version`, then import, which drops what is pending',
    does: 'What would be forgotten, resurrected and changed; newer entries carried over if wanted',
    refuses: 'To forget a custom resource without a statement for it',
  },
  finding: () => undefined,
  onlyOne: true,
  problems: (facts) => facts.earlier.map((earlier) => problem(facts, earlier)),
  apply: (facts, chosen) => {
    const [choice, ...more] = chosen
    if (!choice || more.length > 0)
      return refused(facts.document, [error('oneVersion', 'Choose one version: a state cannot be two of them.')])
    return restored(facts, choice)
  },
  guide: ({ stack }) => ({
    explanation:
      'The state becomes that of an earlier version again, as a new version. The infrastructure does not change by it: what the state says and what is there may differ afterwards, and a refresh shows where.',
    steps: [
      {
        text: 'Afterwards look at what a refresh would change, before anybody runs anything.',
        commands: [refreshPreview(stack)],
      },
      {
        text: 'From a terminal the same is an export of that version and an import, which also drops what is pending.',
        commands: [
          shell`pulumi stack export --stack ${fullName(stack)} --version N --file state.json`,
          importFrom(stack, 'state.json'),
        ],
      },
      {
        text: 'Need an older version than those below? Download it on the Versions page, then import the file.',
        commands: [importFrom(stack, 'state.json')],
      },
    ],
    never: [
      'Do not run up before the refresh was previewed: it would make again what exists, and delete what it finds listed.',
    ],
    checks: [],
    stopAndAsk: ['Ids differ between the two versions.', 'Something was deleted or replaced since that version.'],
  }),
}

type Compared = { gone: Resource[]; back: Resource[]; otherId: { was: Resource; is: Resource }[] }

/** What would be forgotten (now only), come back (then only), or stand for another object. */
function compare(now: readonly Resource[], then: readonly Resource[]): Compared {
  const former = new Map(then.map((entry) => [identityOf(entry), entry]))
  const present = new Map(now.map((entry) => [identityOf(entry), entry]))
  return {
    gone: now.filter((entry) => !former.has(identityOf(entry))),
    back: then.filter((entry) => !present.has(identityOf(entry))),
    otherId: now.flatMap((entry) => {
      const was = former.get(identityOf(entry))
      return was && entry.custom && (was.id ?? '') !== (entry.id ?? '') ? [{ was, is: entry }] : []
    }),
  }
}

const urns = (entries: readonly Resource[]): string[] => entries.map(({ urn }) => urn)
const plural = (count: number, one: string, many: string): string =>
  `${count === 1 ? 'One entry' : `${count} entries`} ${count === 1 ? one : many}`

function problem({ document, versions }: FactsWithEarlier, { version, deployment }: EarlierVersion): Problem {
  const about = versions.find((each) => each.version === version)
  const { gone, back, otherId } = compare(document.deployment.resources ?? [], deployment.resources ?? [])
  const forgotten = gone.filter(({ custom, id }) => custom && id)
  const said = (what: string) => ({ what, source: 'state', at: null }) as const
  const stop = [
    ...(otherId.length > 0
      ? [
          `Ids differ for ${listed(otherId.map(({ is }) => is.urn))}: the objects of today would be forgotten for those of then.`,
        ]
      : []),
    ...(about?.finding ? [`Version ${version} did not verify: ${about.finding}.`] : []),
  ]
  const base = { stopAndAsk: stop.join(' ') || null }
  const carry = way(
    {
      id: 'carry',
      title: `Return to version ${version}, and keep what exists now only`,
      risk:
        back.length > 0
          ? `${plural(back.length, 'comes', 'come')} back that may be gone from the cloud: a refresh takes it out again.`
          : 'Changes of entries since then are forgotten; a refresh reads them anew.',
      level: 3,
    },
    base,
  )
  const exact = way(
    {
      id: 'exact',
      title: `Return to version ${version} exactly`,
      risk:
        forgotten.length > 0
          ? `${forgotten.length === 1 ? 'One object stays' : `${forgotten.length} objects stay`} in the cloud, billed and managed by nobody.`
          : 'Changes of entries since then are forgotten; a refresh reads them anew.',
      level: 3,
    },
    { ...base, removes: urns(gone) },
  )
  return {
    id: `version:${version}`,
    title: `Version ${version}${about ? `, ${about.kind} of ${about.by}` : ''}`,
    explanation: `${deployment.resources?.length ?? 0} entries then, ${document.deployment.resources?.length ?? 0} now.`,
    urns: [],
    evidence: [
      ...(gone.length > 0 ? [said(`${plural(gone.length, 'exists', 'exist')} now only: ${listed(urns(gone))}.`)] : []),
      ...(back.length > 0
        ? [said(`${plural(back.length, 'existed', 'existed')} then only: ${listed(urns(back))}.`)]
        : []),
      ...otherId
        .slice(0, 20)
        .map(({ was, is }) =>
          said(`${urnName(is.urn)} stood for ${was.id || 'nothing'} then and for ${is.id || 'nothing'} now.`),
        ),
    ],
    clues: about ? [{ label: 'Written', value: new Date(about.at).toISOString().replace(/\.\d+Z$/, 'Z') }] : [],
    ways: gone.length > 0 ? [carry, exact] : [exact],
    suggested: null,
    advice: null,
  }
}

function restored({ document, earlier }: FactsWithEarlier, { problem: { id }, way: { id: how } }: Chosen): StateEdit {
  const former = earlier.find(({ version }) => id === `version:${version}`)
  if (!former) return refused(document, [error('noVersion', 'That version is not there any more.')])
  const now = document.deployment.resources ?? []
  const then = former.deployment.resources ?? []
  const places = new Map(now.map((entry, at) => [identityOf(entry), at]))
  const { gone } = compare(now, then)
  const draft: Draft[] = then.map((resource) => {
    const at = places.get(identityOf(resource)) ?? -1
    const present = now[at]
    return { at, resource: present && sameJson(present, resource) ? present : resource }
  })
  const carried = how === 'carry' ? gone.map((resource) => ({ at: now.indexOf(resource), resource })) : []
  const staying = [
    ...carried.map(({ resource }) => resource),
    ...(document.deployment.pending_operations ?? []).map(({ resource }) => resource),
  ]
  const isSameProvider = sameJson(
    document.deployment.secrets_providers ?? null,
    former.deployment.secrets_providers ?? null,
  )
  const comesBack = !isSameProvider && hasCiphertext(then)
  if (comesBack && hasCiphertext(staying))
    return refused(document, [
      error(
        'otherSecrets',
        `The secrets of version ${former.version} are encrypted in another way than those of what would stay from today: bring it back with the CLI, which can read both.`,
      ),
    ])
  const { snippets, extensions, secrets_providers: provider } = former.deployment
  const beside = {
    // A ciphertext can be read only with the provider that made it.
    ...(comesBack && { secrets_providers: provider ?? null }),
    ...(!sameJson(snippets ?? null, document.deployment.snippets ?? null) && { snippets: snippets ?? null }),
    ...(!sameJson(extensions ?? null, document.deployment.extensions ?? null) && { extensions: extensions ?? null }),
  }
  const problems = [warning('refresh', 'Preview a refresh before anything else: the cloud did not go back in time.')]
  return { ...applyDraft(document, [...draft, ...carried], beside), problems }
}

const hasCiphertext = (entries: readonly Resource[]): boolean => JSON.stringify(entries).includes('"ciphertext"')
