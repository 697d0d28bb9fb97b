import Activity from 'lucide-react/icons/activity'
import Archive from 'lucide-react/icons/archive'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Copy from 'lucide-react/icons/copy'
import FileUp from 'lucide-react/icons/file-up'
import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import Lock from 'lucide-react/icons/lock'
import ScrollText from 'lucide-react/icons/scroll-text'
import Search from 'lucide-react/icons/search'
import Building from 'lucide-react/icons/building-2'
import Settings from 'lucide-react/icons/settings'
import SquareStack from 'lucide-react/icons/square-stack'
import Trash from 'lucide-react/icons/trash-2'
import Users from 'lucide-react/icons/users'
import Box from 'lucide-react/icons/box'
import type { ActivityRun } from '#contract/activity.ts'
import type { StackRef } from '#contract/common.ts'
import type { FoundResource } from '#contract/search.ts'
import type { StackDetail, StackSummary } from '#contract/stacks.ts'
import { findProblems } from '#domain/problems/find.ts'
import { type NamesByLogin, runnerName } from '#words/personName.ts'
import { shell } from '#domain/shell.ts'
import { shortType } from '#domain/state/shortType.ts'
import { fullName } from '#domain/stackName.ts'
import { iconOf } from '#src/features/resources/TypeIcon.tsx'
import { whyNot } from '#src/api/whyNot.ts'
import { stackActions } from '#src/features/stacks/actions.ts'
import { runPath, runTitle, shortCommit } from '#src/features/updates/words.ts'
import { paths } from '#src/lib/paths.ts'
import type { PickerItem } from '#src/ui/Picker.tsx'
import { mainPages, toolPages } from '../navigation.ts'
import type { Recent, RecentKind } from './recents.ts'

/** Where an entry leads, also with Shift (`other`), or what it copies. */
export type Goal = PickerItem & { label: string } & (
    | { to: string; other?: string; recent?: RecentKind | undefined; copy?: undefined }
    | { copy: string; to?: undefined; other?: undefined; recent?: undefined }
  )

/** More entries would hide what comes after them. */
const MAX_PROBLEMS = 5

const matches = (query: string) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ label }: { label: string }) => words.every((word) => label.toLowerCase().includes(word))
}

/** Results of an earlier query that match this one too, so that Enter never opens what no longer matches. */
export const stillMatching = (query: string, goals: readonly Goal[]): Goal[] => {
  const isMatch = matches(query)
  return goals.filter(({ label, detail }) =>
    isMatch({ label: typeof detail === 'string' ? `${label} ${detail}` : label }),
  )
}

/** Pages that the header does not name. */
const otherPages = [
  { to: paths.settings.tokens(), label: 'Access tokens', Icon: KeyRound },
  { to: paths.settings.sessions(), label: 'Sessions', Icon: Settings },
  { to: paths.settings.users(), label: 'Users', Icon: Users },
  { to: paths.settings.organizations(), label: 'Organizations', Icon: Building },
  { to: paths.settings.audit(), label: 'Audit log', Icon: ScrollText },
  { to: paths.settings.deleted(), label: 'Deleted stacks', Icon: Trash },
  { to: paths.importState(), label: 'Import a state', Icon: FileUp },
  { to: paths.settings.retention(), label: 'Retention of versions', Icon: Archive },
] as const

export const pageGoals = (query: string): Goal[] =>
  [...mainPages, ...toolPages, ...(query.trim() === '' ? [] : otherPages)]
    .map(({ to, label, Icon }): Goal => ({ key: `page ${to}`, to, label, Icon, group: 'Pages' }))
    .filter(matches(query))

export const problemGoals = (query: string): Goal[] =>
  findProblems(query)
    .slice(0, query.trim() === '' ? 0 : MAX_PROBLEMS)
    .map(({ id, title }) => ({
      key: `problem ${id}`,
      to: paths.problem(id),
      label: title,
      Icon: CircleHelp,
      group: 'Problems',
    }))

export const stackGoals = (stacks: readonly StackSummary[], current: StackRef | undefined): Goal[] =>
  stacks
    .filter(({ ref }) => current === undefined || fullName(ref) !== fullName(current))
    .map(({ ref, health, healthReason }) => ({
      key: `stack ${fullName(ref)}`,
      to: paths.stack(ref),
      label: fullName(ref),
      Icon: Layers,
      group: 'Stacks',
      recent: 'stack',
      ...(health !== 'ok' && health !== 'empty' && { detail: healthReason }),
    }))

export const resourceGoals = (found: readonly FoundResource[], current: StackRef | undefined): Goal[] =>
  found.map((each, index) => ({
    key: `resource ${index} ${fullName(each.stack)} ${each.urn}`,
    to: paths.resources(each.stack, { urn: each.urn }),
    other: paths.graph(each.stack, { focus: each.urn }),
    label: `${each.name} · ${shortType(each.type)}`,
    detail: current && fullName(each.stack) === fullName(current) ? 'this stack' : fullName(each.stack),
    Icon: iconOf(each.type, each.id !== null),
    group: 'Resources',
    recent: 'resource',
  }))

export const runGoals = (found: readonly ActivityRun[], names: NamesByLogin): Goal[] =>
  found.map(({ stack, update }) => ({
    key: `update ${update.id}`,
    to: runPath(stack, update),
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
    recent: 'update',
  }))

const RECENT_ICONS = { stack: Layers, resource: Box, update: Activity } as const satisfies Record<RecentKind, unknown>

export const recentGoals = (recents: readonly Recent[], isHere: (to: string) => boolean): Goal[] =>
  recents
    .filter(({ to }) => !isHere(to))
    .slice(0, 6)
    .map(({ to, label, kind }) => ({
      key: `recent ${to}`,
      to,
      label,
      Icon: RECENT_ICONS[kind],
      group: 'Recent',
      recent: kind,
    }))

/** The actions of the current stack that are possible now; `canChange`: for a user who may change stacks. */
export function actionGoals(query: string, stack: StackDetail | undefined, canChange: boolean): Goal[] {
  if (stack === undefined) return []
  const { ref, leaseCard, lock } = stack
  const group = fullName(ref)
  const goals: Goal[] = stackActions
    .filter(({ blocked }) => blocked(stack) === undefined)
    .flatMap(({ id, title, Icon, run }) => {
      const way: string[] = []
      run(stack, { navigate: (to) => way.push(to) })
      return way.map((to): Goal => ({ key: id, to, label: title, Icon, group }))
    })
  if (canChange && leaseCard !== null && stack.health !== 'orphaned')
    goals.push({
      key: 'release',
      to: paths.recovery(ref, 'release-lease'),
      label: 'Release the lease…',
      Icon: KeyRound,
      group,
    })
  if (lock)
    goals.push({ key: 'lock', to: `${paths.stack(ref)}#lease`, label: 'Show the maintenance lock', Icon: Lock, group })
  else if (canChange && whyNot('lock', stack) === undefined)
    goals.push({ key: 'lock', to: paths.stack(ref, { do: 'lock' }), label: 'Lock for maintenance…', Icon: Lock, group })
  goals.push(
    { key: 'versions', to: paths.versions(ref), label: 'Versions', Icon: SquareStack, group },
    { key: 'settings', to: paths.options(ref), label: 'Stack settings', Icon: Settings, group },
    {
      key: 'select',
      copy: shell`pulumi stack select ${fullName(ref)}`,
      label: 'Copy the command that selects this stack',
      detail: 'pulumi stack select',
      Icon: Copy,
      group,
    },
  )
  return goals.filter(matches(query))
}

export const loginGoals = (query: string, loginCommand: string | undefined): Goal[] =>
  loginCommand === undefined
    ? []
    : [
        {
          key: 'login',
          copy: loginCommand,
          label: 'Copy the login command of the CLI',
          detail: 'pulumi login',
          Icon: Copy,
          group: 'Commands',
        } satisfies Goal,
      ].filter(matches(query))

export const everythingGoal = (query: string): Goal => ({
  key: 'everything',
  to: paths.search({ q: query }),
  label: `Search all resources for “${query}”`,
  Icon: Search,
  group: 'Search',
})
