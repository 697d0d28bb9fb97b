import { createElement } from 'react'
import Activity from 'lucide-react/icons/activity'
import Archive from 'lucide-react/icons/archive'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Copy from 'lucide-react/icons/copy'
import FileUp from 'lucide-react/icons/file-up'
import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import Lock from 'lucide-react/icons/lock'
import Rows from 'lucide-react/icons/rows-3'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import Building from 'lucide-react/icons/building-2'
import Hand from 'lucide-react/icons/hand'
import Settings from 'lucide-react/icons/settings'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SunMoon from 'lucide-react/icons/sun-moon'
import Trash from 'lucide-react/icons/trash-2'
import Users from 'lucide-react/icons/users'
import Box from 'lucide-react/icons/box'
import type { ActivityRun } from '#contract/activity.ts'
import type { StackRef } from '#contract/common.ts'
import type { FoundResource } from '#contract/search.ts'
import type { StackSummary } from '#contract/stacks.ts'
import { findProblems } from '#domain/problems/find.ts'
import { type NamesByLogin, runnerName } from '#words/personName.ts'
import { shell } from '#domain/shell.ts'
import { shortType } from '#domain/state/shortType.ts'
import { cliName, fullName } from '#domain/stackName.ts'
import { namedStack } from '#src/api/stacks.ts'
import { iconOf } from '#src/features/resources/TypeIcon.tsx'
import type { Asker } from '#src/api/whyNot.ts'
import { LeaseLeft } from '#src/features/lease/LeaseLeft.tsx'
import { runPath, runTitle, shortCommit } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import { shortenMiddle } from '#src/lib/shorten.ts'
import { DENSITIES, THEMES, usePreferences } from '#src/lib/preferences.ts'
import type { Icon } from '#src/ui/icon.ts'
import type { PickerItem } from '#src/ui/Picker.tsx'
import { mainPages, toolPages } from '../navigation.ts'
import type { Recent, RecentKind } from './recents.ts'
import { namedAction, paletteActions, type StackAction } from './stackActions.ts'

/** What picking an entry does. */
type Picked =
  /** It leads there, with Shift to the `other` address. */
  | { what: 'go'; to: string; other?: string; recent?: RecentKind | undefined }
  | { what: 'copy'; text: string }
  | { what: 'run'; run: () => void }
  /** It asks for the stack first. */
  | { what: 'ask'; action: StackAction }

/** An entry of the palette. `words`: others by which it is found. */
export type Goal = PickerItem & { label: string; words?: string; pick: Picked }

/** Longer names are shortened in the middle: they differ at their end. */
const MAX_NAME = 44

/** More entries would hide what comes after them. */
const MAX_PROBLEMS = 5

const matches = (query: string) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ label, words: more = '' }: { label: string; words?: string }) => {
    const text = `${label} ${more}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** Whether the query is in the name itself, not only in the other words for it. */
export const isNamedBy = (query: string) => {
  const isMatch = matches(query)
  return ({ label }: Goal): boolean => isMatch({ label })
}

/** Results of an earlier query that match this one too, so that Enter never opens what no longer matches. */
export const stillMatching = (query: string, goals: readonly Goal[]): Goal[] => {
  const isMatch = matches(query)
  return goals.filter(({ label, words = '', detail }) =>
    isMatch({ label, words: typeof detail === 'string' ? `${words} ${detail}` : words }),
  )
}

/** Pages that the header does not name, each as on its tab. */
const otherPages: readonly { to: string; label: string; words?: string; Icon: Icon }[] = [
  { to: paths.settings.tokens(), label: 'Access tokens', Icon: KeyRound },
  { to: paths.settings.sessions(), label: 'Sessions', Icon: Settings },
  {
    to: paths.settings.preferences(),
    label: 'Preferences',
    words: 'theme density time zone utc motion notifications keys',
    Icon: SlidersHorizontal,
  },
  { to: paths.settings.users(), label: 'Users', Icon: Users },
  { to: paths.settings.organizations(), label: 'Organizations', Icon: Building },
  { to: paths.settings.backends(), label: 'Backends', words: 'bucket s3 gcs azure postgres folder', Icon: Layers },
  { to: paths.settings.approvals(), label: 'Approvals', words: 'rules hold refuse allow policy protect', Icon: Hand },
  { to: paths.settings.audit(), label: 'Audit log', Icon: ScrollText },
  { to: paths.settings.deleted(), label: 'Deleted stacks', Icon: Trash },
  { to: paths.importState(), label: 'Import a state', Icon: FileUp },
  { to: paths.settings.retention(), label: 'Retention', words: 'old versions', Icon: Archive },
]

export const pageGoals = (query: string): Goal[] =>
  [...mainPages, ...toolPages, ...(query.trim() === '' ? [] : otherPages)]
    .map(({ to, ...page }): Goal => ({ key: `page ${to}`, pick: { what: 'go', to }, ...page, group: 'Pages' }))
    .filter(matches(query))

export const problemGoals = (query: string): Goal[] =>
  findProblems(query)
    .slice(0, query.trim() === '' ? 0 : MAX_PROBLEMS)
    .map(({ id, title }) => ({
      key: `problem ${id}`,
      pick: { what: 'go', to: paths.problem(id) },
      label: title,
      Icon: CircleHelp,
      group: 'Problems',
    }))

export const stackGoals = (stacks: readonly StackSummary[], current: StackRef | undefined): Goal[] =>
  stacks
    .filter(({ ref }) => current === undefined || fullName(ref) !== fullName(current))
    .map(({ ref, health, healthReason }) => ({
      key: `stack ${fullName(ref)}`,
      pick: { what: 'go', to: paths.stack(ref), recent: 'stack' },
      label: fullName(ref),
      Icon: Layers,
      group: 'Stacks',
      ...(health !== 'ok' && health !== 'empty' && { detail: healthReason }),
    }))

export const resourceGoals = (found: readonly FoundResource[], current: StackRef | undefined): Goal[] =>
  found.map((each, index) => ({
    key: `resource ${index} ${fullName(each.stack)} ${each.urn}`,
    pick: {
      what: 'go',
      to: paths.resources(each.stack, { urn: each.urn }),
      other: paths.graph(each.stack, { focus: each.urn }),
      recent: 'resource',
    },
    label: `${shortenMiddle(each.name, MAX_NAME)} · ${shortType(each.type)}`,
    words: `${each.name} ${fullName(each.stack)}`,
    detail:
      current && fullName(each.stack) === fullName(current)
        ? 'this stack'
        : shortenMiddle(fullName(each.stack), MAX_NAME),
    Icon: iconOf(each.type, each.id !== null),
    group: 'Resources',
  }))

export const runGoals = (found: readonly ActivityRun[], names: NamesByLogin): Goal[] =>
  found.map(({ stack, update }) => ({
    key: `update ${update.id}`,
    pick: { what: 'go', to: runPath(stack, update), recent: 'update' },
    label: update.message === '' ? runTitle(update) : `${runTitle(update)}: ${update.message}`,
    detail: [
      `${stack.project}/${stack.stack}`,
      runnerName(update.by.login, update.ci, names),
      update.git && shortCommit(update.git.head),
    ]
      .filter(Boolean)
      .join(' · '),
    Icon: Activity,
    group: 'Updates',
  }))

const RECENT_ICONS = { stack: Layers, resource: Box, update: Activity } as const satisfies Record<RecentKind, unknown>

export const recentGoals = (recents: readonly Recent[], isHere: (to: string) => boolean): Goal[] =>
  recents
    .filter(({ to }) => !isHere(to))
    .slice(0, 6)
    .map(({ to, label, kind }) => ({
      key: `recent ${to}`,
      pick: { what: 'go', to, recent: kind },
      label,
      Icon: RECENT_ICONS[kind],
      group: 'Recent',
    }))

/** An action on a stack, with the reason if it is not possible: the page that it leads to says it too. */
function onStack(action: StackAction, stack: StackSummary, asker: Asker): Goal {
  const reason = action.blocked(stack, asker)
  return {
    key: `${action.id} ${fullName(stack.ref)}`,
    pick: { what: 'go', to: action.to(stack) },
    label: action.title,
    words: action.words.join(' '),
    detail: reason,
    isBlocked: reason !== undefined,
    Icon: action.Icon,
    group: fullName(stack.ref),
  }
}

/** The actions of the current stack: those that are possible now, and with a query every one that matches. */
export function hereGoals(query: string, stack: StackSummary | undefined, asker: Asker): Goal[] {
  if (stack === undefined) return []
  const { ref, lock } = stack
  const name = fullName(ref)
  const actions = paletteActions.map((action) => onStack(action, stack, asker))
  const shown: Goal[] = [
    ...actions.filter(({ isBlocked }) => !isBlocked || query.trim() !== ''),
    ...(lock ? [shownLock(stack)] : []),
    {
      key: 'select',
      pick: { what: 'copy', text: shell`pulumi stack select ${cliName(namedStack(stack))}` },
      label: 'Copy the command that selects this stack',
      detail: 'pulumi stack select',
      Icon: Copy,
      group: name,
    },
  ]
  return shown.filter(matches(query))
}

const shownLock = ({ ref }: StackSummary): Goal => ({
  key: 'shown lock',
  pick: { what: 'go', to: `${paths.stack(ref)}#lease` },
  label: 'Show the maintenance lock',
  Icon: Lock,
  group: fullName(ref),
})

/** The reason why it is not possible, otherwise what is wrong with the stack; of a lease that would be released, what is left of it. */
const withHealth = (goal: Goal, { id }: StackAction, { health, healthReason, lease }: StackSummary): Goal => ({
  ...goal,
  detail:
    goal.detail ??
    (id === 'release' && lease !== null && lease.verdict !== 'alive'
      ? createElement(LeaseLeft, { lease })
      : health === 'ok' || health === 'empty'
        ? undefined
        : healthReason),
})

/** Those first on which the action is possible. */
const possibleFirst = (goals: Goal[]): Goal[] => goals.toSorted((a, b) => Number(a.isBlocked) - Number(b.isBlocked))

/** The named action on each stack that the rest of the query names: `release shop/prod`. */
export function namedGoals(query: string, stacks: readonly StackSummary[], asker: Asker): Goal[] {
  const named = namedAction(query)
  if (named === undefined || named.rest === '') return []
  return possibleFirst(
    stacks.map((stack) => ({
      ...withHealth(onStack(named.action, stack, asker), named.action, stack),
      label: `${named.action.title} ${fullName(stack.ref)}`,
      group: 'Actions',
    })),
  )
}

/** Actions that ask for their stack. Without a query, only acts, and only where there is no current stack. */
export const askGoals = (query: string, current: StackRef | undefined): Goal[] =>
  paletteActions
    .filter(({ kind }) => query.trim() !== '' || (kind === 'act' && current === undefined))
    .map((action): Goal => ({
      key: `ask ${action.id}`,
      pick: { what: 'ask', action },
      label: action.title,
      words: action.words.join(' '),
      detail: current ? 'of another stack' : 'of a stack',
      Icon: action.Icon,
      group: 'Actions',
    }))
    .filter(matches(query))

/** The stacks of the second step, those first on which the action is possible. */
export const stepGoals = (action: StackAction, stacks: readonly StackSummary[], asker: Asker): Goal[] =>
  possibleFirst(
    stacks.map((stack): Goal => {
      const goal = withHealth(onStack(action, stack, asker), action, stack)
      return { ...goal, label: fullName(stack.ref), Icon: Layers, group: 'Stacks' }
    }),
  )

/** The preferences that are changed without their page: found only by a query. */
export const preferenceGoals = (query: string): Goal[] =>
  query.trim() === ''
    ? []
    : [
        ...THEMES.map((theme) => ({ label: `Theme: ${theme}`, Icon: SunMoon, change: { theme } })),
        ...DENSITIES.map((density) => ({ label: `Density: ${density}`, Icon: Rows, change: { density } })),
      ]
        .map(({ change, ...shown }): Goal => ({
          key: shown.label,
          ...shown,
          pick: { what: 'run', run: () => usePreferences.setState(change) },
          group: 'Preferences',
        }))
        .filter(matches(query))

export const loginGoals = (query: string, loginCommand: string | undefined): Goal[] =>
  loginCommand === undefined
    ? []
    : [
        {
          key: 'login',
          pick: { what: 'copy', text: loginCommand },
          label: 'Copy the login command of the CLI',
          detail: 'pulumi login',
          Icon: Copy,
          group: 'Commands',
        } satisfies Goal,
      ].filter(matches(query))

export const everythingGoal = (query: string): Goal => ({
  key: 'everything',
  pick: { what: 'go', to: paths.search({ q: query }) },
  label: `Search all resources for “${query}”`,
  Icon: Search,
  group: 'Search',
})
