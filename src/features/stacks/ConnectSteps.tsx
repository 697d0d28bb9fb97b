import type { Connect } from '#contract/session.ts'
import { shell } from '#domain/shell.ts'
import { paths } from '#src/lib/paths.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

/** How to log the CLI in to this server, and how to move a stack here. */
export const ConnectSteps = ({
  connect: { loginCommand, organization, apiUrl, consoleDomain },
}: {
  connect: Connect
}) => (
  <ol className="flex flex-col gap-5">
    <Instruction number={1} title="Sign in with the CLI">
      <CodeLine code={loginCommand} label="Copy the login command" />
      <p className="text-muted">
        Your browser will ask to confirm. On a machine without a browser, create an{' '}
        <TextLink to={paths.settings.tokens()}>access token</TextLink> and set it as <code>PULUMI_ACCESS_TOKEN</code>,
        with <code className="wrap-anywhere">PULUMI_BACKEND_URL={apiUrl}</code>.
      </p>
      {consoleDomain !== null && (
        <p className="text-muted">
          Keep <code>PULUMI_CONSOLE_DOMAIN</code> set, for example in your shell’s profile: without it, later commands
          print no links.
        </p>
      )}
    </Instruction>
    <Instruction number={2} title="Start a stack">
      <CodeLine
        code={shell`pulumi stack init ${organization}/my-project/dev\npulumi up`}
        label="Copy the commands"
        isLines
      />
      <p className="text-muted">Watch it live here: the lease timer and resources update as they run.</p>
    </Instruction>
    <Instruction number={3} title="Or move a stack here">
      <p className="text-muted">
        <TextLink to={paths.importState()}>Import its state</TextLink>: the stack is created, and it keeps the pending
        operations of an interrupted update, which <code>pulumi stack import</code> drops.
      </p>
    </Instruction>
    <Instruction number={4} title="Make updates faster">
      <CodeLine code="export PULUMI_JOURNALING_BATCH_PERIOD=1" label="Copy the setting" />
      <p className="text-muted">
        The CLI collects what it reports for 50 ms before it sends it, and steps that depend on each other wait for
        that. With 1 ms, an update of 1,000 resources took 11 s instead of 60 s.
      </p>
    </Instruction>
  </ol>
)

function Instruction({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className="flex size-6 shrink-0 items-center justify-center rounded-full border border-line-strong text-sm font-semibold"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="pt-0.5 font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  )
}
