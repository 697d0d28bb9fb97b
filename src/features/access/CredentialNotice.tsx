import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { CredentialChange } from '#contract/credentialChanges.ts'
import { credentialChanges, markChangesSeen } from '#src/api/audit.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { counted } from '#words/counts.ts'
import { changeWords } from './changeWords.ts'

const ONLY_WITH_LINK =
  '“I have seen this” needs a session opened with a sign-in link: this one was opened with an access token, which may be in other hands.'

/** Shown before *Show all*: the notice is above every page. */
const SHOWN_AT_FIRST = 3

/** Whether a page has room for all of it: elsewhere it is a line, and does not push the page down. */
const isRoomy = (pathname: string): boolean => pathname === paths.home() || pathname.startsWith('/-/settings/')

/**
 * Changes of the user's own credentials that were not made in this session: on every page until they are marked as
 * seen.
 */
export function CredentialNotice() {
  const client = useQueryClient()
  const { data: session } = useQuery(sessionQueries.current())
  const { data } = useQuery(credentialChanges())
  const [isWhole, setWhole] = useState(false)
  const [isOpened, setOpened] = useState(false)
  const { pathname } = useLocation()
  const seen = useMutation({ mutationFn: (upTo: number) => markChangesSeen(client, upTo) })
  const newest = data?.changes[0]
  if (newest === undefined || data === undefined) return null
  const total = data.changes.length + data.older
  const title = `${counted(total, 'change')} to your sign-in and access`
  if (!isOpened && !isRoomy(pathname)) {
    return (
      <Notice
        tone="attention"
        announce="status"
        title={
          // The button may be in a line of its own, where it begins like the text.
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {title}
            <Button size="sm" aria-expanded={false} onClick={() => setOpened(true)}>
              Details
            </Button>
          </span>
        }
        className="py-2!"
      />
    )
  }
  const shown = isWhole ? data.changes : data.changes.slice(0, SHOWN_AT_FIRST)
  return (
    <Notice
      tone="attention"
      announce="status"
      title={title}
      actions={
        <>
          <Button
            size="sm"
            look="primary"
            busy={seen.isPending}
            blocked={data.canMark ? undefined : ONLY_WITH_LINK}
            onClick={() => seen.mutate(newest.id)}
          >
            I have seen this
          </Button>
          <LinkButton size="sm" to={paths.settings.tokens()}>
            Your tokens
          </LinkButton>
          <LinkButton size="sm" to={paths.settings.sessions()}>
            Your sessions
          </LinkButton>
        </>
      }
    >
      <p className="mb-1">If this was not you, revoke the token or end the session, and tell an administrator.</p>
      <ul className="flex list-disc flex-col gap-0.5 pl-4">
        {shown.map((change) => (
          <li key={change.id}>
            <ChangeLine change={change} ownLogin={session?.login ?? ''} />
          </li>
        ))}
      </ul>
      {shown.length < data.changes.length && (
        <Button size="sm" className="mt-1 w-fit" onClick={() => setWhole(true)}>
          Show {data.changes.length - shown.length} more
        </Button>
      )}
      {isWhole && data.older > 0 && <p className="mt-1">And {counted(data.older, 'older one')}.</p>}
      {!data.canMark && <p className="mt-1 text-muted">{ONLY_WITH_LINK}</p>}
      {seen.isError && <p className="mt-1 text-danger">Not marked as seen: {troubleOf(seen.error).detail}</p>}
    </Notice>
  )
}

function ChangeLine({ change, ownLogin }: { change: CredentialChange; ownLogin: string }) {
  const { login, address, at, action } = change
  const name = usePersonName(login)
  const { before, subject, after } = changeWords(action, login === ownLogin ? undefined : name)
  return (
    <>
      {before}
      {subject !== undefined && <strong className="font-semibold">{subject}</strong>}
      {after} <Time at={at} />
      {address !== null && (
        <>
          {' '}
          from <Mono>{address}</Mono>
        </>
      )}
      .
    </>
  )
}
