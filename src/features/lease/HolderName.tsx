import type { Actor } from '#contract/common.ts'

/** A person, and the access token that spoke for them. */
export const HolderName = ({ actor: { login, tokenName } }: { actor: Actor }) => (
  <span className="wrap-anywhere">
    <strong className="font-semibold">{login}</strong>
    {tokenName !== null && <span className="text-muted"> with token “{tokenName}”</span>}
  </span>
)
