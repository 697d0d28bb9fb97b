import { type QueryClient, useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { troubleOf } from '#src/api/http/problem.ts'
import { cliLogin, sessionQueries } from '#src/api/session.ts'
import { lesserScope, scopesUpTo, scopeWords } from '#src/features/access/accessWords.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { KeyValue } from '#src/ui/KeyValue.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { RadioCards } from '#src/ui/RadioCards.tsx'
import { nameOrLogin } from '#words/personName.ts'
import { type CliSession, cliSessionOf, handOverTo, hostIn } from './cliSession.ts'

export const loader = (client: QueryClient) => () => client.ensureQueryData(sessionQueries.current())

/**
 * The page that `pulumi login` opens to get an access token: created only after a click, and sent only to this machine.
 */
export default function CliLoginPage() {
  const [search] = useSearchParams()
  const cli = cliSessionOf(search)
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4">
      <PageHeader title="Authorize the Pulumi CLI" />
      {cli ? (
        <Question cli={cli} />
      ) : (
        <Notice tone="attention" announce="none" title="This sign-in link is invalid or expired">
          Its port or its one-time number is missing or malformed, so no one could receive the token. Run{' '}
          <code>pulumi login</code> again and follow the link that it opens.
        </Notice>
      )}
    </div>
  )
}

function Question({ cli }: { cli: CliSession }) {
  const { data: session } = useSuspenseQuery(sessionQueries.current())
  const [isDenied, setDenied] = useState(false)
  const offered = scopesUpTo(session.scope).filter((each) => each !== 'metrics') // no CLI works with that one
  const [scope, setScope] = useState(lesserScope('operate', session.scope))
  const allow = useMutation({
    mutationFn: () => cliLogin(cli.description || 'pulumi login', scope),
    onSuccess: ({ value }) => window.location.assign(handOverTo(cli, value)),
    gcTime: 0, // the token is not kept
  })
  if (isDenied) {
    return (
      <Notice
        tone="unknown"
        title="No token was created"
        actions={<LinkButton to={paths.home()}>Open the console</LinkButton>}
      >
        The CLI still waits: press Ctrl-C in its terminal.
      </Notice>
    )
  }
  const host = hostIn(cli.description)
  return (
    <Card>
      <div className="flex max-w-prose flex-col gap-4">
        <p className="text-ink">
          Allow the CLI on <strong className="font-semibold">{host ?? 'this machine'}</strong> to sign in as{' '}
          <strong className="font-semibold">{nameOrLogin(session)}</strong>?
        </p>
        <KeyValue
          items={[
            { label: 'Request', value: cli.description || undefined },
            { label: 'Login', value: session.name === '' ? undefined : <Mono>{session.login}</Mono> },
            { label: 'Token goes to', value: <Mono>localhost:{cli.port}</Mono> },
          ]}
        />
        <RadioCards
          label="What the CLI may do"
          options={offered.map((value) => ({
            value,
            title: scopeWords[value].label,
            description: scopeWords[value].text,
          }))}
          value={scope}
          onChange={setScope}
        />
        <p className="text-muted">
          The token has this scope until it is revoked under Settings, and never more rights than you. Allow it only if
          you have just run <code>pulumi login</code> on this machine yourself.
        </p>
        {allow.isError && <ErrorView title="No token was created" trouble={troubleOf(allow.error)} />}
        {allow.isSuccess && (
          <Notice tone="ok" title="Allowed">
            Sending the token to the CLI. If nothing happens, the CLI has stopped waiting: run <code>pulumi login</code>{' '}
            again, and revoke the token created for it.
          </Notice>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            busy={allow.isPending}
            blocked={allow.isSuccess ? 'Allowed already. For another try run pulumi login again.' : undefined}
            onClick={() => allow.mutate()}
          >
            Allow
          </Button>
          {!allow.isSuccess && <Button onClick={() => setDenied(true)}>Deny</Button>}
        </div>
      </div>
    </Card>
  )
}
