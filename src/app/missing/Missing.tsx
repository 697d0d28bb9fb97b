import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { useLocation, useMatches, useParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Scope, Session } from '#contract/session.ts'
import { fullName, parseFullName } from '#domain/stackName.ts'
import { deletedStackQueries } from '#src/api/deletedStacks.ts'
import { sessionQueries } from '#src/api/session.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { lesserScope, reachOf } from '#src/features/access/accessWords.ts'
import { Administrators } from '#src/features/people/Administrators.tsx'
import { paths } from '#src/lib/paths.ts'
import { SettingsTabs } from '#src/pages/settings/SettingsTabs.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { type Trouble, troubleDetails } from '#src/ui/ErrorView.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { pageName } from '../routeHandle.ts'
import { closestStacks } from './closestStacks.ts'

const MAX = 5

/**
 * Shown when a stack, update or organization does not exist or may not be seen: what was asked for, and ways to find
 * it.
 */
export function Missing({ trouble }: { trouble: Trouble }) {
  const params = useParams()
  const { pathname } = useLocation()
  const { org, project, stack } = params
  const ref = org !== undefined && project !== undefined && stack !== undefined ? { org, project, stack } : undefined
  const { data: known } = useQuery(stackQueries.names())
  const isForbidden = trouble.code === 'forbidden'
  const full = ref && fullName(ref)
  const isStackThere = full !== undefined && known?.names.includes(full) === true
  const isSettings = pathname.startsWith(`${paths.settings.first()}/`)
  const title = pageName(useMatches())
  const { data: session } = useQuery(sessionQueries.current())
  const short = session && shortOf(session)
  const subject = subjectOf(params, isStackThere)
  const Icon = isForbidden ? Ban : SearchX
  // Only the role is missing: that is all there is to say.
  const role = isSettings && session && session.role !== 'admin' ? session.role : undefined
  return (
    <>
      <PageHeader
        title={isSettings ? title : isForbidden ? 'Not allowed' : `${subject.kind} not found`}
        meta={role === undefined ? <span>{trouble.detail}</span> : undefined}
      />
      {isSettings && <SettingsTabs />}
      <Card>
        <div className="flex flex-col gap-4 sm:flex-row">
          <Icon className="size-7 shrink-0 text-faint" aria-hidden />
          <div className="flex min-w-0 flex-1 flex-col gap-4">
            {role !== undefined && (
              <div>
                <h2 className="font-semibold">Only administrators see this page</h2>
                <p>
                  Your role is {role}. Ask <Administrators org={org} />.
                </p>
              </div>
            )}
            <KeyValue
              items={[
                {
                  label: isForbidden ? 'You opened' : 'You looked for',
                  value: isSettings ? undefined : <Mono className="wrap-anywhere">{subject.name ?? pathname}</Mono>,
                },
                {
                  label: isStackThere ? 'Did you mean' : 'Similar names',
                  value: ref && !isForbidden ? <Meant stack={ref} isThere={isStackThere} /> : undefined,
                },
                { label: 'Deleted', value: ref && !isForbidden && !isStackThere ? <Deleted stack={ref} /> : undefined },
                isForbidden && short
                  ? { label: 'To get it', value: <MoreScope {...short} /> }
                  : {
                      label: 'Ask',
                      value: session?.role === 'admin' || role !== undefined ? undefined : <Administrators org={org} />,
                    },
                {
                  label: 'Request ID',
                  value:
                    trouble.requestId === undefined ? undefined : (
                      <>
                        <Mono>{trouble.requestId}</Mono>{' '}
                        <span className="text-muted">for administrators: it is in the server’s log</span>
                      </>
                    ),
                },
              ]}
            />
            <WaysOn trouble={trouble} existing={isStackThere && !isForbidden ? ref : undefined} word={subject.word} />
          </div>
        </div>
      </Card>
    </>
  )
}

type WaysOnProps = {
  trouble: Trouble
  /** The stack, if it exists and something in it is missing. */
  existing: StackRef | undefined
  /** What resources can be searched for. */
  word: string | undefined
}

function WaysOn({ trouble, existing, word }: WaysOnProps) {
  const { stack } = useParams()
  const { pathname, search } = useLocation()
  return (
    <div className="flex flex-wrap gap-2">
      {existing ? (
        <LinkButton look="primary" to={paths.updates(existing)}>
          Updates of {existing.project}/{existing.stack}
        </LinkButton>
      ) : (
        <LinkButton look="primary" to={paths.stacks(stack === undefined ? undefined : { search: stack })}>
          {stack === undefined ? 'All stacks' : `Stacks like “${stack}”`}
        </LinkButton>
      )}
      {word !== undefined && <LinkButton to={paths.search({ q: word })}>Search resources</LinkButton>}
      {!existing && <LinkButton to={paths.login({ returnTo: pathname + search })}>Sign in as another user</LinkButton>}
      <CopyButton look="words" size="md" label="Copy details" text={troubleDetails(trouble)} isLines />
    </div>
  )
}

/**
 * The scope that the user's role allows, if the browser was signed in with a token of a lesser one: then no one else
 * needs to be asked.
 */
function shortOf({ role, scope }: Pick<Session, 'role' | 'scope'>): { has: Scope; needs: Scope } | undefined {
  const needs = reachOf([role])
  return lesserScope(scope, needs) === needs ? undefined : { has: scope, needs }
}

const MoreScope = ({ has, needs }: { has: Scope; needs: Scope }) => (
  <div className="flex min-w-0 flex-col gap-2">
    <p>
      Your role allows the scope {needs}; this browser was signed in with an access token of the scope {has}. Sign in
      again with the sign-in link that the server prints at its start, or with a token made on the server:
    </p>
    <CodeLine code={`npm run token -- create NAME --scope ${needs}`} />
  </div>
)

const closestTo = (stack: StackRef, names: readonly string[]): StackRef[] =>
  closestStacks(names, fullName(stack), MAX).flatMap((name) => parseFullName(name) ?? [])

type Params = Record<string, string | undefined>

/** The missing part of the address, as far as it is known. */
function subjectOf(
  { org, project, stack, version, updateId }: Readonly<Params>,
  isStackThere: boolean,
): { kind: string; name: string | undefined; word: string | undefined } {
  if (stack === undefined) return { kind: org === undefined ? 'Page' : 'Organization', name: org, word: org }
  const full = `${org}/${project}/${stack}`
  if (isStackThere && version !== undefined)
    return { kind: `Update ${version}`, name: `update ${version} of ${full}`, word: stack }
  if (isStackThere && updateId !== undefined)
    return { kind: 'Preview', name: `preview ${updateId} of ${full}`, word: stack }
  return isStackThere ? { kind: 'Page', name: undefined, word: stack } : { kind: 'Stack', name: full, word: stack }
}

/** Stacks with similar names; where the stack exists, its last update. */
function Meant({ stack, isThere }: { stack: StackRef; isThere: boolean }): ReactNode {
  const { data: known } = useQuery(stackQueries.names())
  const { data: detail } = useQuery({ ...stackQueries.detail(stack), enabled: isThere })
  if (isThere) {
    const last = detail?.version
    return last ? <TextLink to={paths.update(stack, last)}>Update {last}, the last one</TextLink> : 'It has no updates'
  }
  if (!known) return 'Looking…'
  const close = closestTo(stack, known.names)
  if (close.length === 0) return 'None'
  return (
    <ul aria-label="Stacks with similar names" className="flex flex-col">
      {close.map((ref) => (
        <li key={fullName(ref)}>
          <TextLink to={paths.stack(ref)}>{fullName(ref)}</TextLink>
        </li>
      ))}
    </ul>
  )
}

/** That the stack was deleted, and by whom, for users who may know. */
function Deleted({ stack }: { stack: StackRef }): ReactNode {
  const { data: session } = useQuery(sessionQueries.current())
  const { data } = useQuery({
    ...deletedStackQueries.page(stack.org, { search: stack.stack }),
    enabled: session?.scope === 'admin',
    retry: false,
  })
  const found = data?.stacks.find(({ ref }) => fullName(ref) === fullName(stack))
  if (!found) return session?.scope === 'admin' && data ? 'No deleted stack has this name' : 'Administrators can look'
  return (
    <>
      <Time at={found.deletedAt} /> {found.deletedBy !== '' && <>by {found.deletedBy} </>}
      <TextLink to={paths.settings.deleted({ org: stack.org })}>Restore it</TextLink>
    </>
  )
}
