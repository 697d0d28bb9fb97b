import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { fullName } from '#domain/stackName.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { searchQueries } from '#src/api/search.ts'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { Key } from '#src/ui/Key.tsx'
import { Picker } from '#src/ui/Picker.tsx'
import {
  actionGoals,
  everythingGoal,
  type Goal,
  loginGoals,
  pageGoals,
  problemGoals,
  recentGoals,
  resourceGoals,
  runGoals,
  stackGoals,
  stillMatching,
} from './goals.ts'
import { useCurrentStack, useRecents } from './recents.ts'

const MAX_STACKS = 6
const MAX_RESOURCES = 8
const MAX_RUNS = 5

/** Finds pages and actions by name, ID, message, commit or person. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const [copied, setCopied] = useState('')
  const { data: session } = useQuery(sessionQueries.current())
  const { goals, isSearching } = useGoals(query, session?.login)

  const pick = (goal: Goal, isOther: boolean) => {
    if (goal.copy !== undefined) {
      void copy(goal.copy).then(setCopied)
      return
    }
    if (goal.recent !== undefined && session)
      useRecents.getState().remember({ login: session.login, to: goal.to, label: goal.label, kind: goal.recent })
    onClose()
    void navigate((isOther && goal.other) || goal.to)
  }
  return (
    <Dialog open onOpenChange={onClose} title="Go to" size="lg">
      <Picker
        label="Search or go to"
        placeholder="Stack, resource, update, page or problem"
        query={query}
        onQuery={setQuery}
        items={goals}
        onPick={pick}
        nothing={isSearching ? 'Searching…' : `No results for “${query}”`}
        hints={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line px-2 pt-2 text-sm text-muted sm:border-t">
            <span className="max-sm:hidden">
              <Key>↑</Key> <Key>↓</Key> choose
            </span>
            <span className="max-sm:hidden">
              <Key>Enter</Key> open
            </span>
            <span className="max-sm:hidden">
              <Key>Esc</Key> close
            </span>
            {goals.some(({ other }) => other !== undefined) && (
              <span className="max-sm:hidden">
                <Key>Shift</Key> <Key>Enter</Key> focus on a resource in the graph
              </span>
            )}
            <span role="status" className="min-w-0 wrap-anywhere">
              {copied || (isSearching && goals.length > 0 ? 'Searching…' : '')}
            </span>
          </div>
        }
      />
    </Dialog>
  )
}

/** The message after a text was copied; the text itself if copying is refused. */
const copy = async (text: string): Promise<string> => ((await copyText(text)) ? `Copied: ${text}` : text)

/** All results for the query, nearest first; without a query, recent pages and the actions of this page. */
function useGoals(query: string, login: string | undefined): { goals: Goal[]; isSearching: boolean } {
  const search = useDeferredValue(query.trim())
  const isAsked = search.length > 1
  const current = useCurrentStack()
  const { pathname } = useLocation()
  const places = useRecents((state) => state.places)
  const { data: connect } = useQuery(sessionQueries.connect())
  const { data: stack } = useQuery({
    ...stackQueries.detail(current ?? { org: '', project: '', stack: '' }),
    enabled: current !== undefined,
  })
  const stacks = useQuery({
    ...stackQueries.list({ search: search || undefined }),
    placeholderData: keepPreviousData,
  })
  const near = current && fullName(current)
  const resources = useQuery({
    ...searchQueries.resources(search, { near, limit: MAX_RESOURCES }),
    enabled: isAsked,
  })
  const runs = useQuery({
    ...searchQueries.runs(search, MAX_RUNS),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })

  const names = useNamesByLogin()
  const here = actionGoals(query, stack, useWhyNot('change') === undefined)
  const pages = pageGoals(query)
  const isBehind = search !== query.trim()
  const shown = (goals: Goal[], isOld: boolean) => (isBehind || isOld ? stillMatching(query, goals) : goals)
  const known = shown(stackGoals(stacks.data?.stacks ?? [], current), stacks.isPlaceholderData)
  if (query.trim() === '') {
    const mine = places.filter((place) => place.login === login)
    const recents = recentGoals(mine, (to) => to === pathname)
    const others = known.filter(({ to }) => !recents.some((recent) => recent.to === to)).slice(0, MAX_STACKS)
    return {
      goals: [...recents, ...here, ...pages, ...others, ...loginGoals('', connect?.loginCommand)],
      isSearching: false,
    }
  }
  const found = isAsked ? shown(resourceGoals(resources.data?.resources ?? [], current), false) : []
  const goals = [
    ...here,
    ...known.slice(0, MAX_STACKS),
    ...pages,
    ...found,
    ...(isAsked ? shown(runGoals(runs.data?.runs ?? [], names), runs.isPlaceholderData) : []),
    ...problemGoals(query),
    ...loginGoals(query, connect?.loginCommand),
    ...(isAsked ? [everythingGoal(query.trim())] : []),
  ]
  return { goals, isSearching: stacks.isFetching || resources.isFetching || runs.isFetching }
}
