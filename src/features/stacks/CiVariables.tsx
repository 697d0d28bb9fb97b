import type { Connect } from '#contract/session.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'

type Props = {
  connect: Connect
  /** Whether the user's tokens may run updates. */
  mayWrite: boolean
}

/** The variables of a CI job that runs Pulumi with this server. */
export const CiVariables = ({ connect: { apiUrl, consoleDomain }, mayWrite }: Props) => (
  <div className="flex min-w-0 flex-col gap-2">
    {!mayWrite && (
      <p>
        Your tokens can read: <code className="whitespace-nowrap">pulumi up</code> is refused with them.
      </p>
    )}
    <p className="text-muted">
      Save the token as a CI secret named <code>PULUMI_ACCESS_TOKEN</code>. Also set:
    </p>
    <CodeLine code={`PULUMI_BACKEND_URL=${apiUrl}`} label="Copy PULUMI_BACKEND_URL" />
    {consoleDomain !== null && (
      <CodeLine code={`PULUMI_CONSOLE_DOMAIN=${consoleDomain}`} label="Copy PULUMI_CONSOLE_DOMAIN" />
    )}
    <CodeLine code="PULUMI_JOURNALING_BATCH_PERIOD=1" label="Copy PULUMI_JOURNALING_BATCH_PERIOD" />
    <p className="text-sm text-muted">
      The last one makes updates faster. Give each pipeline a token of its own, so that you can revoke it alone.
    </p>
  </div>
)
