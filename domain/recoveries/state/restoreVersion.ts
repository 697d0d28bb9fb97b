import type { Option, Problem } from '#contract/recoveries.ts'
import { counted, number, plural } from '#words/counts.ts'
import { utcTime } from '#words/time.ts'
import type { Resource, StateDocument } from '../../state/checkpoint.ts'
import { identityOf, objectIdentityOf } from '../../state/entryKeys.ts'
import { endangeringTwins } from '../../state/oldTwins.ts'
import { sameObjects } from '../../state/sameObjects.ts'
import { importFrom, refreshPreview } from '../../commands.ts'
import { cliName } from '../../stackName.ts'
import type { EarlierVersion } from '../../repair/plan.ts'
import { hasSameKey } from '../../edits/sealed.ts'
import { sameJson } from '../../json/sameJson.ts'
import { shell } from '../../shell.ts'
import { listed } from '../../edits/deleteResources.ts'
import { applyDraft, type DraftEntry, error, refused, type StateEdit, warning } from '../../edits/edit.ts'
import { plainIntegrity } from '../../state/plainIntegrity.ts'
import { urnName } from '../../state/urn.ts'
import type { Chosen, FactsWithEarlier, GuidedRecovery } from '../guidedRecovery.ts'
import { option } from '../options.ts'
import { otherNameOnlyIn } from './otherNames.ts'

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
    refuses:
      'To remove a custom resource without a statement about it; to track a resource twice, under its earlier and its present name',
  },
  finding: () => undefined,
  onlyOne: true,
  versionOf: (id) => (id.startsWith('version:') ? Number(id.slice('version:'.length)) : undefined),
  problems: (facts) => facts.earlier.map((earlier) => problem(facts, asRestored(earlier, facts))),
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

const isHalfReplaced = (entry: Resource): boolean => entry.pendingReplacement === true && !entry.delete

/**
 * An earlier version, where the entries that were half replaced then are as they are now if the replacement was finished
 * since: the object of then is deleted, and the next update would create the one of now a second time.
 */
function asRestored(earlier: EarlierVersion, { document }: FactsWithEarlier): EarlierVersion {
  const then = earlier.deployment.resources ?? []
  if (!then.some(isHalfReplaced)) return earlier
  const present = new Map((document.deployment.resources ?? []).map((entry) => [identityOf(entry), entry]))
  const resources = then.map((entry) => {
    const now = isHalfReplaced(entry) ? present.get(identityOf(entry)) : undefined
    return now === undefined || isHalfReplaced(now) ? entry : now
  })
  return { ...earlier, deployment: { ...earlier.deployment, resources } }
}

const urns = (entries: readonly Resource[]): string[] => entries.map(({ urn }) => urn)
const fact = (what: string) => ({ what, source: 'state', at: null }) as const

function problem(facts: FactsWithEarlier, earlier: EarlierVersion): Problem {
  const { document, versions } = facts
  const { version, deployment } = earlier
  const about = versions.find((each) => each.version === version)
  const compared = compare(document.deployment.resources ?? [], deployment.resources ?? [])
  const { gone, back, otherId } = compared
  const harm = harmOf(facts, earlier)
  const harmOfCarry = gone.length > 0 ? (harm ?? harmOfKeeping(facts, earlier, gone)) : undefined
  const { carry, exact } = optionsOf(facts, earlier, compared)
  const options = [
    ...(gone.length > 0 && harmOfCarry === undefined ? [carry] : []),
    ...(harm === undefined ? [exact] : []),
  ]
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
      ...renamedSince(earlier).slice(0, 20).map(fact),
      ...(harmOfCarry !== undefined && options.length > 0
        ? [fact(`Resources added since cannot be kept: ${harmOfCarry}`)]
        : []),
    ],
    clues: about ? [{ label: 'Written', value: utcTime(about.at) }] : [],
    options,
    suggested: null,
    advice: options.length > 0 ? null : `Version ${version} cannot be restored here: ${harm}`,
  }
}

function optionsOf(
  { versions }: FactsWithEarlier,
  { version, unclear = new Map() }: EarlierVersion,
  { gone, back, otherId }: Compared,
): { carry: Option; exact: Option } {
  const about = versions.find((each) => each.version === version)
  const forgotten = gone.filter(({ custom, id }) => custom && id)
  const stop = [
    ...(otherId.length > 0
      ? [`IDs differ for ${listed(otherId.map(({ is }) => is.urn))}: today’s resources would become untracked.`]
      : []),
    ...(unclear.size > 0 ? [`The next update may delete live resources: ${maybeTracked(unclear)}`] : []),
    ...(about?.finding ? [`Version ${version} is invalid: ${plainIntegrity(about.finding)}.`] : []),
  ]
  const base = { stopAndAsk: stop.join(' ') || null }
  const nothingElse = 'State changes made since then are no longer in the current state.'
  const carry = option(
    {
      id: 'carry',
      title: `Restore version ${version}, and keep resources added since`,
      risk:
        back.length > 0
          ? `${counted(back.length, 'resource')} ${plural(back.length, 'comes', 'come')} back that may be deleted in the cloud; a refresh removes ${plural(back.length, 'it', 'them')} again.`
          : nothingElse,
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
          : nothingElse,
      level: 3,
    },
    { ...base, removes: urns(gone) },
  )
  return { carry, exact }
}

/** What has another name since, and keeps it. A new type of a parent alone is no other name. */
const renamedSince = ({ renamed = new Map() }: EarlierVersion): string[] =>
  [...renamed].flatMap(([from, to]) =>
    urnName(from) === urnName(to) ? [] : [`${urnName(from)} is called ${urnName(to)} since, and keeps that name.`],
  )

const maybeTracked = (unclear: ReadonlyMap<string, string>): string => {
  const pairs = [...unclear].slice(0, 3).map(([was, is]) => `${urnName(was)} may be what ${urnName(is)} tracks now`)
  const more = unclear.size > 3 ? `, and ${number(unclear.size - 3)} more` : ''
  return `${pairs.join(', ')}${more}.`
}

type How = 'carry' | 'exact'

/**
 * Why a version cannot be restored without the next update deleting live resources, as the end of a sentence; undefined
 * if it can.
 */
function harmOf({ document, stack }: FactsWithEarlier, { deployment }: EarlierVersion): string | undefined {
  const foreign = otherNameOnlyIn(deployment, document.deployment, stack)
  if (foreign !== undefined)
    return `it has resources of ${foreign}, and an update of ${stack.project}/${stack.stack} would delete what it does not find under its own name. Download it on the Versions page, and import the file under this stack’s name.`
  return harmOfState(document, deployment.resources ?? [])
}

/** The same if the entries that exist only now are kept. */
function harmOfKeeping(
  { document, stack }: FactsWithEarlier,
  { deployment, unclear = new Map() }: EarlierVersion,
  gone: readonly Resource[],
): string | undefined {
  if (unclear.size > 0) return maybeTracked(unclear)
  const foreign = otherNameOnlyIn({ resources: [...gone] }, deployment, stack)
  if (foreign !== undefined) return `some belong to ${foreign}, and the next update would delete them.`
  const then = deployment.resources ?? []
  return harmOfState(document, [...then, ...carriedOver(gone, then)])
}

function harmOfState({ deployment }: StateDocument, resources: Resource[]): string | undefined {
  const twice = sameObjects({ resources }, deployment)
  if (twice.length > 0)
    return `${listed(urns(twice))} would be tracked twice, and the next update deletes what the program does not declare.`
  const known = new Set(endangeringTwins(deployment).map(({ live }) => deployment.resources?.[live]?.urn))
  const endangered = endangeringTwins({ resources }).flatMap(({ live }) => resources[live] ?? [])
  const more = endangered.filter(({ urn }) => !known.has(urn))
  return more.length > 0
    ? `the next update would delete ${listed(urns(more))} with an old entry that has its ID.`
    : undefined
}

/** The entries of the former version, and with `carry` those that exist only now. */
function draftOf({ deployment }: StateDocument, former: EarlierVersion, how: How): DraftEntry[] {
  const now = deployment.resources ?? []
  const then = former.deployment.resources ?? []
  const places = new Map(now.map((entry, at) => [identityOf(entry), at]))
  const draft = then.map((resource): DraftEntry => {
    const at = places.get(identityOf(resource)) ?? -1
    const present = now[at]
    return { at, resource: present && sameJson(present, resource) ? present : resource }
  })
  if (how === 'exact') return draft
  const at = new Map(now.map((entry, index) => [entry, index]))
  const carried = carriedOver(compare(now, then).gone, then)
  return [...draft, ...carried.map((resource) => ({ at: at.get(resource) ?? -1, resource }))]
}

/** Of the entries that exist only now, those that can be kept beside the earlier ones. */
function carriedOver(gone: readonly Resource[], then: readonly Resource[]): Resource[] {
  if (!gone.some((entry) => entry.delete)) return [...gone]
  const live = new Set(then.flatMap((entry) => (entry.delete ? [] : [objectIdentityOf(entry)])))
  // The next update would delete the object of an old entry that is live in the earlier version.
  return gone.filter((entry) => !entry.delete || !live.has(objectIdentityOf({ ...entry, delete: false })))
}

function restored(facts: FactsWithEarlier, { problem: { id }, option: { id: how } }: Chosen): StateEdit {
  const { document, earlier } = facts
  const former = earlier.find(({ version }) => id === `version:${version}`)
  if (!former) return refused(document, [error('noVersion', 'That version is no longer available.')])
  const version = asRestored(former, facts)
  const then = version.deployment.resources ?? []
  const own = new Set(former.deployment.resources)
  const draft = draftOf(document, version, how === 'carry' ? 'carry' : 'exact')
  const staying = [
    ...then.filter((entry) => !own.has(entry)), // as they are now
    ...draft.slice(then.length).map(({ resource }) => resource),
    ...(document.deployment.pending_operations ?? []).map(({ resource }) => resource),
  ]
  const comesBack = !hasSameKey(former.deployment, document.deployment) && hasCiphertext(then)
  if (comesBack && hasCiphertext(staying))
    return refused(document, [
      error(
        'otherSecrets',
        `The secrets of version ${former.version} are encrypted differently from those that would be kept, and no CLI can read both. Resolve what is pending, then restore the version without resources added since.`,
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
  return { ...applyDraft(document, draft, beside), problems }
}

const hasCiphertext = (entries: readonly Resource[]): boolean => JSON.stringify(entries).includes('"ciphertext"')
