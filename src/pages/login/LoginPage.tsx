import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiProblem, codeOf, troubleOf } from '#src/api/http/problem.ts'
import { sessionQueries, signIn } from '#src/api/session.ts'
import { useStable } from '#src/lib/useStable.ts'
import { dropTabStorage } from '#src/lib/tabStorage.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { LeasePanel } from './LeasePanel.tsx'
import { ChangeUserQuestion } from './ChangeUserQuestion.tsx'
import { codeIn, returnTo } from './signInAddress.ts'

/** Signs in by the printed link, which has a one-time code in its fragment, or with an access token. */
export default function LoginPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: signIn,
    onSuccess: async (session) => {
      client.clear() // nothing of the former user is kept
      client.setQueryData(sessionQueries.current().queryKey, session)
      await navigate(returnTo(search), { replace: true })
    },
    gcTime: 0, // neither code nor token is kept
  })
  useEffect(dropTabStorage, []) // the session has ended, by signing out or by itself
  useCodeOfLink((code) => mutate({ code }))

  const isByCode = variables !== undefined && 'code' in variables
  if (isPending && isByCode) {
    return (
      <>
        <PageHeader title="Signing in" />
        <Skeleton label="Signing in" rows={2} />
      </>
    )
  }
  const change = isByCode ? userChange(error) : undefined
  if (change !== undefined && isByCode) {
    return (
      <ChangeUserQuestion
        {...change}
        onChange={() => mutate({ ...variables, changeUser: true })}
        onKeep={() => void navigate(returnTo(search), { replace: true })}
      />
    )
  }
  return (
    // To the edges of the window: the picture on the left, the form on the right.
    <div className="-mx-3 -my-4 grid flex-1 sm:-mx-4 lg:-mx-6 lg:grid-cols-2">
      <LeasePanel />
      <div className="mx-auto flex w-full max-w-xl flex-col gap-4 px-3 py-4 sm:px-6 sm:pt-[12dvh]">
        <PageHeader title="Sign in" meta="Holdfast: the state and the leases of your Pulumi stacks." />
        {error && isByCode && <LinkFailed error={error} onRetry={() => mutate(variables)} />}
        <TokenForm onToken={(token) => mutate({ token })} isPending={isPending} error={isByCode ? null : error} />
      </div>
    </div>
  )
}

function LinkFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const wasRefused = codeOf(error) === 'sign_in_failed'
  return (
    <ErrorView
      title={wasRefused ? 'This link does not work any more' : 'The link could not be tried'}
      trouble={troubleOf(error)}
      onRetry={wasRefused ? undefined : onRetry}
    >
      {wasRefused
        ? 'A link works once, for 15 minutes. Each start of the server prints a new one; an access token works as well.'
        : 'The link is still valid: try again when the server is available.'}
    </ErrorView>
  )
}

/** The user of this browser and the user of the link, if the server asks first. */
function userChange(error: Error | null): { signedInAs: string; signsIn: string } | undefined {
  const params = error instanceof ApiProblem && error.code === 'conflict' ? error.problem.params : undefined
  const { signedInAs, signsIn } = params ?? {}
  return signedInAs === undefined || signsIn === undefined ? undefined : { signedInAs, signsIn }
}

type FormProps = { onToken: (token: string) => void; isPending: boolean; error: Error | null }

function TokenForm({ onToken, isPending, error }: FormProps) {
  const [token, setToken] = useState('')
  const isEmpty = token.trim() === ''
  return (
    <Card>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty) onToken(token.trim())
        }}
      >
        <TextField
          label="Access token"
          type="password"
          name="token"
          autoComplete="current-password"
          spellCheck={false}
          mono
          value={token}
          onChange={setToken}
          error={error ? troubleOf(error).detail : undefined}
        />
        <div>
          <Button
            type="submit"
            look="primary"
            busy={isPending}
            blocked={isEmpty ? 'Give an access token first.' : undefined}
          >
            Sign in
          </Button>
        </div>
      </form>
      <div className="-mx-4 mt-4 flex flex-col gap-2 border-t border-line px-4 pt-4">
        <p className="text-muted">
          Without a token, open the sign-in link from the server’s start-up log. Or create a token on the server:{' '}
          <code>--scope admin</code> makes one that can do everything you can, managing users included; leave it out for
          a token for the CLI.
        </p>
        <CodeLine code="npm run token -- create NAME --scope admin" />
      </div>
    </Card>
  )
}

/** Removes the code from the address, so that neither history nor a shared screen keeps it, and uses it once. */
function useCodeOfLink(onCode: (code: string) => void): void {
  const { hash, pathname, search } = useLocation()
  const taken = useRef<string>(undefined)
  const hand = useStable(onCode)
  useEffect(() => {
    const code = codeIn(hash)
    if (code === undefined || taken.current === code) return
    taken.current = code
    window.history.replaceState(window.history.state, '', pathname + search)
    hand(code)
  }, [hash, pathname, search, hand])
}
