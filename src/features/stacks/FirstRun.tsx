import { useSuspenseQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import type { Connect } from '#contract/session.ts'
import type { Attention } from '#contract/stacks.ts'
import { exportPlain } from '#domain/commands.ts'
import { shell } from '#domain/shell.ts'
import { sessionQueries } from '#src/api/session.ts'
import { paths } from '#src/lib/paths.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { breakable } from '#src/ui/Mono.tsx'
import { TabLinks } from '#src/ui/TabLinks.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

const address = addressState({ start: z.enum(['migrate']).optional() })

/** What the server has of the first run. */
type Progress = Pick<Attention, 'stackCount' | 'lastActivity'>

/**
 * How to start with a stack, a new one or one from elsewhere: a list whose steps are ticked as soon as the server sees
 * them done. Without `progress`, for those who come later, nothing is ticked.
 */
export function FirstRun({ progress }: { progress: Progress | undefined }) {
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  const [{ start }] = useAddressState(address)
  const { pathname } = useLocation()
  const isMigration = start === 'migrate'
  return (
    <div className="flex flex-col gap-5">
      <TabLinks
        label="How to start"
        items={[
          { to: pathname, label: 'New stack', current: !isMigration },
          { to: `${pathname}?start=migrate`, label: 'Migrate', current: isMigration },
        ]}
      />
      <Steps connect={connect} isMigration={isMigration} progress={progress} />
      <section aria-label="Faster updates" className="flex flex-col gap-2 border-t border-line pt-4">
        <h3 className="font-semibold">Tip: make updates faster</h3>
        <CodeLine code="export PULUMI_JOURNALING_BATCH_PERIOD=1" label="Copy the setting" />
        <p className="text-muted">
          The CLI collects what it reports for 50 ms before it sends it, and steps that depend on each other wait for
          that. With 1&nbsp;ms, an update of 1,000 resources took 11&nbsp;s instead of 60&nbsp;s.
        </p>
      </section>
    </div>
  )
}

type StepsProps = { connect: Connect; isMigration: boolean; progress: Progress | undefined }

function Steps({ connect, isMigration, progress }: StepsProps) {
  const { tokens } = useSuspenseQuery(sessionQueries.tokens()).data
  const hasStack = (progress?.stackCount ?? 0) > 0
  // A server with a stack has seen a CLI, with whatever token.
  const isSignedIn = progress && (hasStack || tokens.some(({ source }) => source === 'cli-login'))
  const isUpdated = progress && progress.lastActivity !== null
  return (
    <ol aria-label="First steps" className="flex flex-col gap-5">
      {isMigration && (
        <FirstStep number={1} title="Export from the old backend" isDone={progress && hasStack}>
          <CodeLine code={exportPlain('stack.json')} label="Copy pulumi stack export" />
          <p className="text-muted">
            In the project’s directory, while no update runs there. The file has its secrets in plain text: delete it
            after the import.
          </p>
        </FirstStep>
      )}
      <FirstStep number={isMigration ? 2 : 1} title="Sign in with the CLI" isDone={isSignedIn}>
        <SignIn connect={connect} />
      </FirstStep>
      {isMigration ? (
        <FirstStep number={3} title="Import the file" isDone={progress && hasStack}>
          <p className="text-muted">
            <TextLink to={paths.importState()}>Choose the state file</TextLink>: the stack is created, and keeps the
            pending operations of an interrupted update, which <code>pulumi stack import</code> drops.
          </p>
        </FirstStep>
      ) : (
        <FirstStep number={2} title="Create a stack" isDone={progress && hasStack}>
          <CodeLine
            code={shell`pulumi stack init ${connect.organization}/my-project/dev`}
            label="Copy pulumi stack init"
          />
        </FirstStep>
      )}
      <FirstStep number={isMigration ? 4 : 3} title="Run the first update" isDone={isUpdated}>
        <CodeLine code={isMigration ? 'pulumi preview && pulumi up' : 'pulumi up'} label="Copy pulumi up" />
        <p className="text-muted">
          {isMigration
            ? 'The preview shows no changes if the state is complete.'
            : 'Watch it live here: the lease and the resources are updated as it runs.'}
        </p>
      </FirstStep>
    </ol>
  )
}

const SignIn = ({ connect: { loginCommand, apiUrl, consoleDomain } }: { connect: Connect }) => (
  <>
    <CodeLine code={loginCommand} label="Copy the login command" />
    <p className="text-muted">
      Your browser will ask to confirm. On a machine without a browser, create an{' '}
      <TextLink to={paths.settings.tokens()}>access token</TextLink> and set it as <code>PULUMI_ACCESS_TOKEN</code>,
      with <code className="wrap-anywhere">{breakable(`PULUMI_BACKEND_URL=${apiUrl}`)}</code>.
    </p>
    {consoleDomain !== null && (
      <p className="text-muted">
        Keep <code>PULUMI_CONSOLE_DOMAIN</code> set, for example in your shell’s profile: without it, later commands
        print no links.
      </p>
    )}
  </>
)

/** `isDone` is undefined where nothing is ticked. */
type FirstStepProps = { number: number; title: string; isDone: boolean | undefined; children: ReactNode }

const FirstStep = ({ number, title, isDone, children }: FirstStepProps) => (
  <li className="flex gap-3">
    {isDone ? (
      <CircleCheck className="size-6 shrink-0 text-ok" aria-hidden />
    ) : (
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line-strong text-sm font-semibold"
      >
        {number}
      </span>
    )}
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <h3 className="pt-0.5 font-semibold">
        {title}
        {isDone !== undefined && <span className="sr-only">{isDone ? ', done' : ', to do'}</span>}
      </h3>
      {children}
    </div>
  </li>
)
