import { useSuspenseQuery } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { z } from 'zod'
import type { Connect } from '#contract/session.ts'
import type { Attention } from '#contract/stacks.ts'
import { exportPlain, stackInit, stackList, stackOutputs } from '#domain/commands.ts'
import { shell } from '#domain/shell.ts'
import { sessionQueries } from '#src/api/session.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { paths } from '#src/lib/paths.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { breakable } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TabLinks } from '#src/ui/TabLinks.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

const address = addressState({ start: z.enum(['migrate']).optional() })

/** What the server has of the first run. */
type Progress = Pick<Attention, 'stackCount' | 'lastActivity'>

/**
 * How to start with a stack, a new one or one from elsewhere: a list whose steps are ticked as soon as the server sees
 * them done. Without `progress`, for those who come later, nothing is ticked. Who may not change stacks gets no command
 * that would be refused, but those that read.
 */
export function FirstRun({ progress }: { progress: Progress | undefined }) {
  const mayNot = useWhyNot('change')
  return (
    <div className="flex flex-col gap-5">
      {mayNot === undefined ? (
        <WritingSteps progress={progress} />
      ) : (
        <>
          <Notice tone="attention" announce="none" title="With the CLI you can look, but not create or update">
            {mayNot}
          </Notice>
          <ReadingSteps progress={progress} />
        </>
      )}
    </div>
  )
}

function WritingSteps({ progress }: { progress: Progress | undefined }) {
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  const [{ start }] = useAddressState(address)
  const { pathname } = useLocation()
  const isMigration = start === 'migrate'
  return (
    <>
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
          The CLI collects what it reports for 50&nbsp;ms before it sends it, and steps that depend on each other wait
          for that. With 1&nbsp;ms, an update of 1,000 resources took 11&nbsp;s instead of 60&nbsp;s.
        </p>
      </section>
    </>
  )
}

function ReadingSteps({ progress }: { progress: Progress | undefined }) {
  const { data: connect } = useSuspenseQuery(sessionQueries.connect())
  const isSignedIn = useSignedIn(progress)
  return (
    <ol aria-label="First steps" className="flex flex-col gap-5">
      <FirstStep number={1} title="Sign in with the CLI" isDone={isSignedIn}>
        <SignIn connect={connect} />
      </FirstStep>
      <FirstStep number={2} title="Read stacks" isDone={undefined}>
        <p className="text-muted">List them:</p>
        <CodeLine code={stackList()} label="Copy pulumi stack ls" />
        <p className="text-muted">Show the outputs of one:</p>
        <CodeLine code={stackOutputs(`${connect.organization}/PROJECT/STACK`)} label="Copy pulumi stack output" />
      </FirstStep>
    </ol>
  )
}

/** Whether a CLI has signed in; undefined where nothing is ticked. */
function useSignedIn(progress: Progress | undefined): boolean | undefined {
  const { tokens } = useSuspenseQuery(sessionQueries.tokens()).data
  // A server with a stack has seen a CLI, with whatever token.
  return progress && (progress.stackCount > 0 || tokens.some(({ source }) => source === 'cli-login'))
}

type StepsProps = { connect: Connect; isMigration: boolean; progress: Progress | undefined }

function Steps({ connect, isMigration, progress }: StepsProps) {
  const hasStack = (progress?.stackCount ?? 0) > 0
  const isSignedIn = useSignedIn(progress)
  const isUpdated = progress && progress.lastActivity !== null
  return (
    <ol aria-label="First steps" className="flex flex-col gap-5">
      {isMigration && (
        <FirstStep number={1} title="Export from the old backend" isDone={progress && hasStack}>
          <CodeLine code={exportPlain('stack.json', 'STACK')} label="Copy pulumi stack export" />
          <p className="text-muted">
            In the project’s directory, while no update runs there. Let none run there from now on: what it changes
            would be missing here. The file has its secrets in plain text. If they are under a passphrase or a cloud
            key, leave out <code>--show-secrets</code>.
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
            pending operations of an interrupted update, which <code>pulumi stack import</code> drops. Then delete the
            file:
          </p>
          <CodeLine code="rm stack.json" label="Copy rm" />
        </FirstStep>
      ) : (
        <FirstStep number={2} title="Create a stack" isDone={progress && hasStack}>
          <p>In the folder of your project:</p>
          <CodeLine code={stackInit(connect.organization, 'dev')} label="Copy pulumi stack init" />
        </FirstStep>
      )}
      {isMigration ? (
        <AfterImport organization={connect.organization} isDone={isUpdated} />
      ) : (
        <FirstStep number={3} title="Run the first update" isDone={isUpdated}>
          <CodeLine code="pulumi up" label="Copy pulumi up" />
          <p className="text-muted">Watch it live here: the lease and the resources are updated as it runs.</p>
        </FirstStep>
      )}
    </ol>
  )
}

/** What docs/moving.md tells to do before the first update, which a preview that shows changes must not lead to. */
const AfterImport = ({ organization, ...rest }: { organization: string } & Pick<FirstStepProps, 'isDone'>) => (
  <>
    <FirstStep number={4} title="Check with a preview" {...rest}>
      <CodeLine
        code={shell`pulumi stack select ${`${organization}/PROJECT/STACK`} && pulumi preview`}
        label="Copy pulumi stack select and pulumi preview"
      />
      <p className="text-muted">
        It should show no changes. If operations are pending, resolve them under “Recover” before the first{' '}
        <code>pulumi up</code>. Config secrets that another service encrypted have to be set again:{' '}
        <code>pulumi config set</code> <code className="whitespace-nowrap">--secret KEY</code>.
      </p>
    </FirstStep>
    <FirstStep number={5} title="Retire the old stack" {...rest}>
      <p className="text-muted">
        Make sure that no one can update it there any more, CI included: two stacks that manage the same resources undo
        each other’s changes.
      </p>
    </FirstStep>
  </>
)

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
type FirstStepProps = {
  number: number
  title: string
  isDone: boolean | undefined
  children: ReactNode
}

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
