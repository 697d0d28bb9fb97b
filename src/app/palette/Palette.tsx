import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { fullName } from '#domain/stackName.ts'
import { useAsker } from '#src/api/whyNot.ts'
import { searchQueries } from '#src/api/search.ts'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { Key } from '#src/ui/Key.tsx'
import { Picker } from '#src/ui/Picker.tsx'
import {
  askGoals,
  everythingGoal,
  type Goal,
  hereGoals,
  isNamedBy,
  loginGoals,
  namedGoals,
  pageGoals,
  preferenceGoals,
  problemGoals,
  recentGoals,
  resourceGoals,
  runGoals,
  stackGoals,
  stepGoals,
  stillMatching,
} from './goals.ts'
import { useCurrentStack, useRecents } from './recents.ts'
import { namedAction, type StackAction } from './stackActions.ts'

const MAX_STACKS = 6
const MAX_RESOURCES = 8
const MAX_RUNS = 5

/** Finds pages and actions by name, ID, message, commit or person. An action without a stack asks for it in a second step. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [copied, setCopied] = useState('')
  const [asking, setAsking] = useState<StackAction>()
  const { data: session } = useQuery(sessionQueries.current())
  const step = useRef<HTMLDivElement>(null)
  useEffect(() => step.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus(), [asking])

  const onPick = ({ pick, label }: Goal, isOther: boolean): void => {
    if (pick.what === 'copy') return void copy(pick.text).then(setCopied)
    if (pick.what === 'ask') return setAsking(pick.action)
    onClose()
    if (pick.what === 'run') return pick.run()
    const { to, other, recent } = pick
    if (recent !== undefined && session)
      useRecents.getState().remember({ login: session.login, to, label, kind: recent })
    void navigate((isOther && other) || to)
  }
  return (
    <Dialog open onOpenChange={onClose} title={asking ? `${plainTitle(asking)}: which stack?` : 'Go to'} size="lg">
      <div ref={step}>
        {asking ? (
          <StackStep action={asking} onPick={onPick} onBack={() => setAsking(undefined)} />
        ) : (
          <Everything login={session?.login} copied={copied} onPick={onPick} />
        )}
      </div>
    </Dialog>
  )
}

/** Without the mark of an action that asks before it acts. */
const plainTitle = ({ title }: StackAction): string => title.replace('…', '')

/** The message after a text was copied; the text itself if copying is refused. */
const copy = async (text: string): Promise<string> => ((await copyText(text)) ? `Copied: ${text}` : text)

type StepProps = { onPick: (goal: Goal, isOther: boolean) => void }

/** The first step: everything that the query finds. */
function Everything({ login, copied, onPick }: StepProps & { login: string | undefined; copied: string }) {
  const [query, setQuery] = useState('')
  const { goals, isSearching } = useGoals(query, login)
  return (
    <Picker
      label="Search or go to"
      placeholder="Stack, resource, page or action"
      query={query}
      onQuery={setQuery}
      items={goals}
      onPick={onPick}
      nothing={isSearching ? 'Searching…' : `No results for “${query}”`}
      hints={
        <Hints status={copied || (isSearching && goals.length > 0 ? 'Searching…' : '')}>
          {goals.some(({ pick }) => pick.what === 'go' && pick.other !== undefined) && (
            <span>
              <Key>Shift</Key> + <Key>Enter</Key> open in the graph
            </span>
          )}
        </Hints>
      }
    />
  )
}

/** The second step: the stack for an action, those first on which it is possible. */
function StackStep({ action, onPick, onBack }: StepProps & { action: StackAction; onBack: () => void }) {
  const [query, setQuery] = useState('')
  const asker = useAsker()
  const search = useDeferredValue(query.trim())
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...stackQueries.list({ search: search || undefined, sort: action.sort }),
    placeholderData: keepPreviousData,
  })
  const goals = stepGoals(action, data?.stacks ?? [], asker)
  return (
    <div
      role="presentation"
      className="flex flex-col gap-2"
      onKeyDown={(event) => {
        if (event.key === 'Backspace' && query === '') onBack()
      }}
    >
      <Picker
        label="Which stack"
        placeholder="Name of a stack"
        query={query}
        onQuery={setQuery}
        items={isPlaceholderData || search !== query.trim() ? stillMatching(query, goals) : goals}
        onPick={onPick}
        nothing={isFetching ? 'Searching…' : `No stack is called “${query}”`}
        hints={
          <Hints status={isFetching && data ? 'Searching…' : ''}>
            <Button size="sm" look="plain" onClick={onBack}>
              <ChevronLeft aria-hidden /> All actions
            </Button>
          </Hints>
        }
      />
    </div>
  )
}

/** The keys of a step, and what it is doing. */
const Hints = ({ status, children }: { status: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line px-2 text-sm text-muted sm:border-t sm:pt-2">
    <span className="max-sm:hidden">
      <Key>↑</Key> <Key>↓</Key> choose
    </span>
    <span className="max-sm:hidden">
      <Key>Enter</Key> open
    </span>
    <span className="max-sm:hidden">
      <Key>Esc</Key> close
    </span>
    <span className="contents max-sm:[&>span]:hidden">{children}</span>
    <span role="status" className="min-w-0 wrap-anywhere">
      {status}
    </span>
  </div>
)

/** What the server finds: stacks with the actions that the query names, resources, runs. */
function useFound(query: string) {
  const search = useDeferredValue(query.trim())
  const isAsked = search.length > 1
  const current = useCurrentStack()
  const rest = namedAction(search)?.rest ?? ''
  const stacks = useQuery({
    ...stackQueries.list({ search: search || undefined }),
    placeholderData: keepPreviousData,
  })
  const named = useQuery({
    ...stackQueries.list({ search: rest }),
    placeholderData: keepPreviousData,
    enabled: rest !== '',
  })
  const resources = useQuery({
    ...searchQueries.resources(search, { near: current && fullName(current), limit: MAX_RESOURCES }),
    enabled: isAsked,
  })
  const runs = useQuery({
    ...searchQueries.runs(search, MAX_RUNS),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
  const asker = useAsker()
  const names = useNamesByLogin()
  const isBehind = search !== query.trim()
  const shown = (goals: Goal[], isOld: boolean) => (isBehind || isOld ? stillMatching(query, goals) : goals)
  const known = shown(stackGoals(stacks.data?.stacks ?? [], current), stacks.isPlaceholderData)
  return {
    isAsked,
    known,
    named: shown(namedGoals(query, named.data?.stacks ?? [], asker), named.isPlaceholderData).slice(0, MAX_STACKS),
    resources: isAsked ? shown(resourceGoals(resources.data?.resources ?? [], current), false) : [],
    runs: isAsked ? shown(runGoals(runs.data?.runs ?? [], names), runs.isPlaceholderData) : [],
    isSearching: [stacks, named, resources, runs].some(({ isFetching }) => isFetching),
  }
}

const placeOf = ({ pick }: Goal): string | undefined => (pick.what === 'go' ? pick.to : undefined)

/** All results for the query, nearest first; without a query, recent pages and the actions of this page. */
function useGoals(query: string, login: string | undefined): { goals: Goal[]; isSearching: boolean } {
  const current = useCurrentStack()
  const { pathname } = useLocation()
  const places = useRecents((state) => state.places)
  const { data: connect } = useQuery(sessionQueries.connect())
  const { data: stack } = useQuery({
    ...stackQueries.detail(current ?? { org: '', project: '', stack: '' }),
    enabled: current !== undefined,
  })
  const asker = useAsker()
  const found = useFound(query)
  const here = hereGoals(query, stack, asker)
  const pages = pageGoals(query)
  const asks = askGoals(query, current)
  const logins = loginGoals(query, connect?.loginCommand)
  if (query.trim() === '') {
    const mine = places.filter((place) => place.login === login)
    const recents = recentGoals(mine, (to) => to === pathname)
    const shown = new Set(recents.map(placeOf))
    const others = found.known.filter((goal) => !shown.has(placeOf(goal)))
    return {
      goals: [...recents, ...here, ...asks, ...pages, ...others.slice(0, MAX_STACKS), ...logins],
      isSearching: false,
    }
  }
  const isNamed = isNamedBy(query)
  // An act that the query begins with is what was meant; a tab may also be the name of a page.
  const isAct = namedAction(query)?.action.kind === 'act'
  const goals = [
    ...here.filter(({ isBlocked }) => !isBlocked),
    ...found.named,
    ...(isAct ? asks : []),
    ...here.filter(({ isBlocked }) => isBlocked),
    ...found.known.slice(0, MAX_STACKS),
    ...pages.filter(isNamed),
    ...preferenceGoals(query),
    ...logins,
    ...(isAct ? [] : asks),
    ...found.resources,
    ...found.runs,
    // A page that only another word leads to: what has the word in its name comes first.
    ...pages.filter((page) => !isNamed(page)),
    ...problemGoals(query),
    ...(found.isAsked ? [everythingGoal(query.trim())] : []),
  ]
  return { goals, isSearching: found.isSearching }
}
