import type { UpdateBrief } from '#contract/updates.ts'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'

/** Who ran it: the person, the token that spoke for them, and the CI job. */
export const Who = ({ run: { by, ci } }: { run: Pick<UpdateBrief, 'by' | 'ci'> }) => (
  <span className="wrap-anywhere">
    {by.login}
    {by.tokenName !== null && <span className="text-muted"> with token “{by.tokenName}”</span>}
    {ci && (
      <>
        {', '}
        <ExternalLink href={ci.url}>{ci.build === null ? ci.system : `${ci.system} ${ci.build}`}</ExternalLink>
      </>
    )}
  </span>
)
