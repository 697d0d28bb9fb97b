import type { Actor } from '#contract/common.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Avatar } from '#src/ui/Avatar.tsx'

/** A user, with the access token that acted for them. */
export function HolderName({ actor: { login, tokenName }, isBot = false }: { actor: Actor; isBot?: boolean }) {
  const name = usePersonName(login)
  return (
    <span className="wrap-anywhere">
      <Avatar name={name} login={login} isBot={isBot} className="mr-1.5 align-middle" />
      <strong className="font-semibold" title={login}>
        {name}
      </strong>
      {tokenName !== null && <span className="text-muted"> with token “{tokenName}”</span>}
    </span>
  )
}
