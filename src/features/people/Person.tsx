import Server from 'lucide-react/icons/server'
import { usePersonName } from '#src/lib/personName.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { SERVER_LOGIN } from '#words/personName.ts'

/** A user by name, with initials; the login on hover. */
export function Person({ login, isBot = false }: { login: string; isBot?: boolean }) {
  const name = usePersonName(login)
  const isServer = login === SERVER_LOGIN
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 align-middle wrap-anywhere" title={login}>
      {isServer ? (
        <Server className="size-5 shrink-0 p-0.5 text-muted" aria-hidden />
      ) : (
        <Avatar name={name} login={login} isBot={isBot} />
      )}
      {isServer ? 'Holdfast' : name}
    </span>
  )
}
