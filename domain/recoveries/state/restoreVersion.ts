import type { Problem } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import { utcTime } from '#words/time.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { identityOf } from '../../state/entryKeys.ts'
import { importFrom, refreshPreview } from '../../commands.ts'
import { cliName } from '../../stackName.ts'
import type { EarlierVersion } from '../../repair/plan.ts'
import { sameJson } from '../../json/sameJson.ts'
import { shell } from '../../shell.ts'
import { listed } from '../../edits/deleteResources.ts'
import { applyDraft, type DraftEntry, error, refused, type StateEdit, warning } from '../../edits/edit.ts'
import { plainIntegrity } from '../../state/plainIntegrity.ts'
import { urnName } from '../../state/urn.ts'
import type { Chosen, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import { option } from '../options.ts'

/**
 * Restores an earlier version (GR-16). Pending operations stay pending, whatever the earlier version had; resources
 * that only exist now are either kept or explicitly forgotten.
 */
export const restoreVersion: GuidedRecovery = {
  id: 'restore-version',
  number: 16,
  phase: 'rest',
  page: 'version',
  title: 'Restore an earlier version',
  commands: 'none',
  offer: { in: 'changes', text: 'Restores an earlier state. Cloud resources don’t change.' },
  docs: {
    documented: '`pulumi stack export --version`, then import, which drops what is pending',
    does: 'Shows which entries would be removed, restored and changed; keeps newer entries if you want',
    refuses: 'To remove a custom resource without a statement about it',
  },
  finding: () => undefined,
  onlyOne: true,
  versionOf: (id) => (id.startsWith('version:') ? Number(id.slice('version:'.length)) : undefined),
  problems: (facts) => facts.earlier.map((earlier) => problem(facts, earlier)),
  apply: (facts, chosen) => {
    const [choice, ...more] = chosen
    if (!choice || more.length > 0) return refused(facts.document, [error('oneVersion', 'Choose one version.')])
    return restored(facts, choice)
  },
  guide: ({ stack }) => ({
    explanation:
      'Writes the state of an earlier version as a new version. Your infrastructure doesn’t change, so the two may differ afterwards; a refresh shows where.',
    steps: [
      {
        text: 'Afterwards, preview a refresh before you run anything else.',
        commands: [refreshPreview(stack)],
      },
      {
        text: 'With the CLI: export that version and import it. This also drops all pending operations.',
        commands: [
          shell`pulumi stack export --stack ${cliName(stack)} --version N --file state.json`,
          importFrom(stack, 'state.json'),
        ],
      },
      {
        text: 'Need an older version than those below? Download it on the Versions page, then import the file.',
        commands: [importFrom(stack, 'state.json')],
      },
    ],
    never: [
      'Don’t run pulumi up before you have previewed a refresh: it could create duplicates and delete what the old state lists.',
    ],
    checks: [],
    stopAndAsk: ['IDs differ between the two versions.', 'Something was deleted or replaced since that version.'],
  }),
}

type Compared = { gone: Resource[]; back: Resource[]; otherId: { was: Resource; is: Resource }[] }

/**
 * Compares two versions: entries that would be forgotten (only now), restored (only then), or refer to another object.
 */
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

function problem({ document, versions }: FactsWithEarlier, { version, deployment }: EarlierVersion): Problem {
  const about = versions.find((each) => each.version === version)
  const { gone, back, otherId } = compare(document.deployment.resources ?? [], deployment.resources ?? [])
  const forgotten = gone.filter(({ custom, id }) => custom && id)
  const fact = (what: string) => ({ what, source: 'state', at: null }) as const
  const stop = [
    ...(otherId.length > 0
      ? [`IDs differ for ${listed(otherId.map(({ is }) => is.urn))}: today’s resources would become untracked.`]
      : []),
    ...(about?.finding ? [`Version ${version} is invalid: ${plainIntegrity(about.finding)}.`] : []),
  ]
  const base = { stopAndAsk: stop.join(' ') || null }
  const carry = option(
    {
      id: 'carry',
      title: `Restore version ${version}, and keep resources added since`,
      risk:
        back.length > 0
          ? `${counted(back.length, 'resource')} ${plural(back.length, 'comes', 'come')} back that may be deleted in the cloud; a refresh removes ${plural(back.length, 'it', 'them')} again.`
          : 'State changes made since then are no longer in the current state.',
      level: 3,
    },
    base,
  )
  const exact = option(
    {
      id: 'exact',
      title: `Restore version ${version}`,
      risk:
        forgotten.length > 0
          ? `State changes made since then are no longer in the current state: ${counted(forgotten.length, 'resource')} ${plural(forgotten.length, 'keeps', 'keep')} running untracked and billed.`
          : 'State changes made since then are no longer in the current state.',
      level: 3,
    },
    { ...base, removes: urns(gone) },
  )
  return {
    id: `version:${version}`,
    title: `Version ${version}${about ? `, ${about.kind} by ${about.by}` : ''}`,
    explanation: `${counted(deployment.resources?.length ?? 0, 'resource')} then, ${number(document.deployment.resources?.length ?? 0)} now.`,
    urns: [],
    evidence: [
      ...(gone.length > 0 ? [fact(`${counted(gone.length, 'resource')} only now: ${listed(urns(gone))}.`)] : []),
      ...(back.length > 0 ? [fact(`${counted(back.length, 'resource')} only then: ${listed(urns(back))}.`)] : []),
      ...otherId
        .slice(0, 20)
        .map(({ was, is }) =>
          fact(`${urnName(is.urn)} had the ID ${was.id || '(none)'} then and has ${is.id || '(none)'} now.`),
        ),
    ],
    clues: about ? [{ label: 'Written', value: utcTime(about.at) }] : [],
    options: gone.length > 0 ? [carry, exact] : [exact],
    suggested: null,
    advice: null,
  }
}

function restored(
  { document, earlier }: FactsWithEarlier,
  { problem: { id }, option: { id: how } }: Chosen,
): StateEdit {
  const former = earlier.find(({ version }) => id === `version:${version}`)
  if (!former) return refused(document, [error('noVersion', 'That version is no longer available.')])
  const now = document.deployment.resources ?? []
  const then = former.deployment.resources ?? []
  const places = new Map(now.map((entry, at) => [identityOf(entry), at]))
  const { gone } = compare(now, then)
  const draft: DraftEntry[] = then.map((resource) => {
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
        `The secrets of version ${former.version} are encrypted differently from those that would be kept. Restore it with the CLI, which can read both.`,
      ),
    ])
  const { snippets, extensions, secrets_providers: provider } = former.deployment
  const beside = {
    // A ciphertext can only be read with the provider that made it.
    ...(comesBack && { secrets_providers: provider ?? null }),
    ...(!sameJson(snippets ?? null, document.deployment.snippets ?? null) && { snippets: snippets ?? null }),
    ...(!sameJson(extensions ?? null, document.deployment.extensions ?? null) && { extensions: extensions ?? null }),
  }
  const problems = [
    warning('refresh', 'Preview a refresh before anything else: your cloud resources have not changed back.'),
  ]
  return { ...applyDraft(document, [...draft, ...carried], beside), problems }
}

const hasCiphertext = (entries: readonly Resource[]): boolean => JSON.stringify(entries).includes('"ciphertext"')
