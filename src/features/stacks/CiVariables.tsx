import type { Connect } from '#contract/session.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { CodeLine } from '#src/ui/CodeLine.tsx'

/** The variables of a CI job that runs Pulumi with this server. */
export function CiVariables({ connect: { apiUrl, consoleDomain } }: { connect: Connect }) {
  // A token has no more rights than its user, or than the token that they signed in with.
  const mayWrite = useWhyNot('change') === undefined
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {!mayWrite && (
        <p>
          The tokens that you create cannot change stacks: <code className="whitespace-nowrap">pulumi up</code> is
          refused with them.
        </p>
      )}
      <p className="text-muted">
        Save the token as a CI secret named <code>PULUMI_ACCESS_TOKEN</code>. Also set:
      </p>
      <CodeLine code={`PULUMI_BACKEND_URL=${apiUrl}`} label="Copy PULUMI_BACKEND_URL" />
      {consoleDomain !== null && (
        <CodeLine code={`PULUMI_CONSOLE_DOMAIN=${consoleDomain}`} label="Copy PULUMI_CONSOLE_DOMAIN" />
      )}
      {mayWrite && <CodeLine code="PULUMI_JOURNALING_BATCH_PERIOD=1" label="Copy PULUMI_JOURNALING_BATCH_PERIOD" />}
      <p className="text-sm text-muted">
        {mayWrite && 'The last one makes updates faster. '}Give each pipeline a token of its own, so that you can revoke
        it alone.
      </p>
    </div>
  )
}
