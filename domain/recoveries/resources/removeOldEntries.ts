import type { Problem } from '#contract/recoveries.ts'
import type { Resource, StateDocument } from '../../state/checkpoint.ts'
import { counted, number, plural } from '#words/counts.ts'
import { preview, stateDelete, stateDeleteAll, up } from '../../commands.ts'
import { deleteResources, dependentsOf, listed } from '../../edits/deleteResources.ts'
import { edgesOf, providerOf } from '../../edits/references.ts'
import { oldTwins, type OldTwin } from '../../state/oldTwins.ts'
import { urnName } from '../../state/urn.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { option } from '../options.ts'
import { named } from '../named.ts'
import { check } from '../check.ts'

type OldEntry = {
  at: number
  entry: Resource
  /** The live entry with its ID, if there is one. */
  twin: OldTwin | undefined
  /** The URN of that entry, or else its own. */
  liveUrn: string
  /** What goes along, by place in the list. */
  dependents: number[]
  /** Why it cannot be removed here; undefined if it can. */
  impossible: string | undefined
}

function oldEntriesIn({ document: { deployment } }: Facts): OldEntry[] {
  const resources = deployment.resources ?? []
  const old = [...resources.entries()].filter(([, entry]) => entry.delete)
  if (old.length === 0) return []
  const twins = new Map(oldTwins(deployment).map((twin) => [twin.old, twin]))
  const dependentsAt = dependentsIn(resources)
  return old
    .toSorted(([a], [b]) => Number(isDanger(twins.get(b))) - Number(isDanger(twins.get(a))))
    .map(([at, entry]) => {
      const dependents = dependentsAt(at)
      const guarded = dependents.flatMap((each) => (resources[each]?.protect ? [resources[each].urn] : []))
      const impossible =
        guarded.length > 0
          ? `It cannot be removed here: ${listed(guarded)} ${plural(guarded.length, 'depends', 'depend')} on it, and ${plural(guarded.length, 'is', 'are')} protected.`
          : undefined
      const twin = twins.get(at)
      const liveUrn = resources[twin?.live ?? at]?.urn ?? entry.urn
      return { at, entry, twin, liveUrn, dependents, impossible }
    })
}

/** The dependents of single entries. Most old entries have none, and need no pass over the list. */
function dependentsIn(resources: Resource[]): (at: number) => number[] {
  const firstAt = new Map<string, number>()
  const named = new Set<string>()
  for (const [at, entry] of resources.entries()) {
    if (!firstAt.has(entry.urn)) firstAt.set(entry.urn, at)
    for (const { target } of edgesOf(entry)) named.add(target)
    const provider = providerOf(entry)
    if (provider) named.add(`${provider.urn}::${provider.id}`)
  }
  return (at) => {
    const { urn = '', id = '' } = resources[at] ?? {}
    const isNamed = (firstAt.get(urn) === at && named.has(urn)) || named.has(`${urn}::${id}`)
    return isNamed ? dependentsOf(resources, new Set([at])) : []
  }
}

const isDanger = (twin: OldTwin | undefined): boolean => twin !== undefined && twin.apart === undefined

/** Entries that are marked for deletion and never deleted (GR-22). */
export const removeOldEntries: GuidedRecovery = {
  id: 'remove-old-entries',
  number: 22,
  phase: 'replaced',
  title: 'Replaced resources that are never deleted',
  commands: 'none',
  docs: {
    documented: 'Remove them from the JSON',
    does: 'Shows why the delete fails; removes the entries of what is certainly gone; warns if `pulumi up` would delete a live resource, because an old entry has its ID',
    refuses: 'To remove the mark, which would leave two live entries with one URN',
  },
  finding: (facts) => {
    const count = waiting(facts.document)
    if (count === 0 || facts.lastRun?.status === 'running') return undefined
    const old = oldEntriesIn(facts)
    const endangered = old.filter(({ twin }) => isDanger(twin))
    const isPossible = old.some(({ impossible }) => impossible === undefined)
    if (endangered.length > 0)
      return { ...endangeredFinding(endangered), ...(isWhyItFailed(facts, old) && { isOfLastRun: true }) }
    return {
      tone: 'attention',
      title: `${counted(count, 'replaced resource')} ${plural(count, 'is', 'are')} pending deletion`,
      explanation: `They were replaced, and the old resources are not deleted yet. The next \`pulumi up\` deletes them; if that fails repeatedly, its message says why.${isPossible ? '' : ` Their entries cannot be removed here: ${PROTECTED}.`}`,
      evidence: old.slice(0, 5).map(({ entry: { urn, id } }) => ({
        what: `${urnName(urn)} is marked to be deleted${id ? `, id ${id}` : ''}.`,
        source: 'state',
        at: null,
      })),
      couldBeLost: 'Resources that still exist, if their entries are removed instead.',
      level: isPossible ? 2 : 0,
      items: old.slice(0, 50).map(({ entry: { urn, id } }) => `${urnName(urn)}${id ? ` (${id})` : ''}`),
    }
  },
  problems: (facts) => oldEntriesIn(facts).map((old) => problemOf(facts, old)),
  apply: (facts, chosen) => {
    const ids = new Set(chosen.map(({ problem: { id } }) => id))
    // Only what the options announced, and no protected dependent is among it: an entry that is protected itself is.
    const places = new Set(
      oldEntriesIn(facts).flatMap((old) => (ids.has(idOf(old)) ? [old.at, ...old.dependents] : [])),
    )
    const resources = facts.document.deployment.resources ?? []
    const targets = [...places].flatMap((index) => {
      const entry = resources[index]
      return entry ? [{ urn: entry.urn, index }] : []
    })
    return deleteResources(facts.document, targets, { force: true })
  },
  guide: (facts) => {
    const { stack } = facts
    const old = oldEntriesIn(facts)
    const endangered = old.filter(({ twin }) => isDanger(twin))
    const isSafe = endangered.length === 0
    return {
      explanation: isSafe
        ? 'Let an update delete them; remove only what is certainly gone.'
        : `Only the old ${plural(endangered.length, 'entry leaves', 'entries leave')} the state; the live ${plural(endangered.length, 'resource and its entry stay', 'resources and their entries stay')}.`,
      steps: [...(isSafe ? updateSteps(stack) : removalSteps(stack, endangered)), ...failingDeletes(old)],
      never: [
        ...(isSafe ? [] : ['Don’t run pulumi up or pulumi destroy before that: both delete by ID.']),
        'Don’t remove the mark “delete” of an old entry by hand: the state would have two live entries with one URN.',
      ],
      checks: isSafe
        ? [noneWaits(old.length)]
        : [
            {
              ok: false,
              what: `The old ${entriesOf(endangered)} ${plural(endangered.length, 'is', 'are')} still in the state.`,
            },
            ...(old.length > endangered.length ? [noneWaits(old.length - endangered.length)] : []),
          ],
      stopAndAsk: [],
    }
  },
}

type Steps = NonNullable<ReturnType<NonNullable<GuidedRecovery['guide']>>>['steps']

const updateSteps = (stack: Facts['stack']): Steps => [
  { text: 'Preview: for these it should show nothing but deletes.', commands: [preview(stack)] },
  { text: 'Update.', commands: [up(stack)] },
]

const removalSteps = (stack: Facts['stack'], endangered: readonly OldEntry[]): Steps => [
  {
    text: `Remove the old ${entriesOf(endangered)} in the next step.`,
    commands: [],
  },
  {
    text: `Then preview: it should not delete ${listed(endangered.map(({ liveUrn }) => liveUrn))}.`,
    commands: [preview(stack)],
  },
]

/** What to do if a delete fails: never of an entry whose ID a live one has, because that may be the live resource. */
function failingDeletes(old: readonly OldEntry[]): Steps {
  const others = old.filter(({ twin }) => twin === undefined)
  if (others.length === 0) return []
  const count = others.length
  const start =
    count === old.length
      ? 'If a delete fails again'
      : `For the other old ${entriesOf(others)}: if ${plural(count, 'its', 'a')} delete fails again`
  return [
    {
      text: `${start}, its message says why: fix the cause, see ${named('finish-destroy')}, or delete the resource in the cloud and remove its entry in the next step.`,
      commands: [],
    },
  ]
}

const noneWaits = (count: number) =>
  check(
    count === 0,
    'No replaced resource waits to be deleted.',
    `${counted(count, 'replaced resource waits', 'replaced resources wait')} to be deleted.`,
  )

/** Whether the last run failed only at deletes of these: removing the entries ends the error as well. */
function isWhyItFailed({ failed }: Facts, old: readonly OldEntry[]): boolean {
  const urns = new Set(old.map(({ entry }) => entry.urn))
  return failed.length > 0 && failed.every(({ op, urn }) => /^(delete|discard)/.test(op) && urns.has(urn))
}

const PROTECTED = 'protected resources depend on them'
const entriesOf = (old: readonly OldEntry[]): string =>
  `${plural(old.length, 'entry', 'entries')} of ${listed(old.map(({ entry }) => entry.urn))}`

function endangeredFinding(endangered: readonly OldEntry[]): NonNullable<ReturnType<GuidedRecovery['finding']>> {
  const count = endangered.length
  return {
    tone: 'danger',
    title: `The next update would delete ${plural(count, listed(endangered.map(({ liveUrn }) => liveUrn)), `${number(count)} live resources`)}`,
    ban: `Don’t run pulumi up or pulumi destroy before the old ${plural(count, 'entry is', 'entries are')} removed.`,
    explanation: `${plural(count, 'An old entry that waits', 'Old entries that wait')} to be deleted ${plural(count, 'has', 'have')} the ID of a live entry, and the engine deletes by ID: it would delete the live resource.`,
    evidence: endangered.slice(0, 5).map(({ entry: { id = '' }, liveUrn }) => ({
      what: `${urnName(liveUrn)} is live with the ID ${id}, and an old entry with this ID is marked to be deleted.`,
      source: 'state',
      at: null,
    })),
    couldBeLost: `You lose ${listed(endangered.map(({ liveUrn }) => liveUrn))} and everything in ${plural(count, 'it', 'them')}.`,
    level: endangered.some(({ impossible }) => impossible === undefined) ? 3 : 0,
    items: endangered.slice(0, 50).map(({ entry: { id = '' }, liveUrn }) => `${urnName(liveUrn)} (${id})`),
  }
}

const idOf = ({ at, entry: { urn } }: OldEntry): string => `old:${at}:${urn}`

function problemOf(facts: Facts, old: OldEntry): Problem {
  const { entry, twin, liveUrn, impossible } = old
  const { urn, id = '', type } = entry
  const isTwin = isDanger(twin)
  return {
    id: idOf(old),
    kind: isTwin ? 'endangering' : 'waiting',
    title: isTwin
      ? `The next update would delete ${urnName(liveUrn)}.`
      : `The replaced ${urnName(urn)} waits to be deleted.`,
    explanation: isTwin
      ? 'This old entry has the ID of the live one. The next update deletes what has this ID.'
      : 'A replacement created a new resource; this entry is the old one.',
    urns: [urn],
    evidence: (facts.failed.find((step) => step.urn === urn)?.messages ?? []).slice(0, 3).map((message) => ({
      what: message.slice(0, 1000),
      source: 'events' as const,
      at: facts.lastRun?.endedAt ?? null,
    })),
    clues: [
      { label: 'Type', value: type },
      ...(id ? [{ label: 'Id', value: id }] : []),
      ...(twin?.apart === undefined ? [] : [{ label: 'The live one has', value: `the same ID, but ${twin.apart}` }]),
    ],
    options: impossible === undefined ? [removal(facts, old)] : [],
    suggested: isTwin && impossible === undefined ? 'forget' : null,
    advice: impossible ?? adviceOf(old),
  }
}

function adviceOf({ twin }: OldEntry): string {
  if (isDanger(twin)) return 'Don’t run pulumi up or pulumi destroy before this entry is removed.'
  return twin
    ? `The live entry has the same ID, but ${twin.apart}: make sure that they are two resources before you run pulumi up.`
    : 'Prefer `pulumi up`: it deletes the resource and the entry.'
}

function removal(facts: Facts, { entry, twin, dependents }: OldEntry): Problem['options'][number] {
  const resources = facts.document.deployment.resources ?? []
  const along = dependents.flatMap((at) => resources[at] ?? [])
  const live = along.filter((each) => !each.delete).map(({ urn }) => urn)
  const isTwin = isDanger(twin)
  const asks = [
    ...(entry.protect ? [`${urnName(entry.urn)} is protected: find out why before its entry leaves the state.`] : []),
    ...(live.length > 0
      ? [
          `${listed(live)} ${plural(live.length, 'is', 'are')} live: pulumi up would create ${plural(live.length, 'it', 'them')} again.`,
        ]
      : []),
  ]
  const alongWords = along.length === 0 ? '' : ` and ${counted(along.length, 'dependent')}`
  return option(
    {
      id: 'forget',
      title: isTwin
        ? `Remove the old entry${alongWords}: there is only one resource, the live one`
        : along.length === 0
          ? 'Remove it: I checked, and the old resource is gone'
          : `Remove it${alongWords}: I checked, and all are gone`,
      risk: isTwin
        ? 'Should there be two resources after all, the old one keeps running untracked and billed.'
        : 'If the old object is still there, it keeps running untracked and billed.',
      level: isTwin || asks.length > 0 ? 3 : 2,
    },
    {
      needsStatement: true,
      removes: [entry.urn, ...along.map(({ urn }) => urn)],
      stopAndAsk: asks.length > 0 ? asks.join(' ') : null,
      terminal: [
        along.length === 0 ? stateDelete(facts.stack, entry.urn) : stateDeleteAll(facts.stack, [entry.urn], true),
      ],
    },
  )
}

const waiting = ({ deployment }: StateDocument): number =>
  (deployment.resources ?? []).filter((entry) => entry.delete).length
