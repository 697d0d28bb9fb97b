import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessToken, Scope } from '#contract/session.ts'
import type { User } from '#contract/users.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import {
  createUserToken,
  makeSignInLink,
  revokeUserToken,
  signOutUser,
  userQueries,
  userTokenRevocation,
} from '#src/api/users.ts'
import { Button } from '#src/ui/Button.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Countdown } from '#src/ui/Time.tsx'
import { NewToken } from './NewToken.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import { TokenTable } from './TokenTable.tsx'
import { lesserScope, reachOf } from '#src/features/access/accessWords.ts'

type Props = {
  user: User
  /** The highest scope that the user may give. */
  most: Scope
  onClose: () => void
}

/** The ways of a user to sign in: a one-time link, and their access tokens. */
export function AccessDialog({ user, most, onClose }: Props) {
  const client = useQueryClient()
  const { data, error } = useQuery(userQueries.tokens(user.id))
  const [revoked, setRevoked] = useState<AccessToken>()
  const refresh = () => client.invalidateQueries({ queryKey: userQueries.all() })
  const reach = reachOf([user.role, ...Object.values(user.roles)])
  return (
    <>
      <Dialog
        open={revoked === undefined}
        sticky
        size="lg"
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose()
        }}
        title={`Access of ${user.name}`}
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <div className="flex flex-col gap-5">
          <Browsers user={user} />
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold">Access tokens</h3>
            <NewToken
              most={lesserScope(most, reach)}
              create={(request) => createUserToken(user.id, request)}
              onCreated={refresh}
            />
            {error && (
              <Notice tone="danger" title="Their tokens cannot be shown">
                {troubleOf(error).detail}
              </Notice>
            )}
            {data && data.tokens.length > 0 && (
              <div className="rounded-md border border-line">
                <TokenTable label={`Access tokens of ${user.name}`} tokens={data.tokens} onRevoke={setRevoked} />
              </div>
            )}
          </section>
        </div>
      </Dialog>
      <RevokeDialog
        token={revoked}
        effect={(token) => userTokenRevocation(user.id, token)}
        revoke={(token) => revokeUserToken(user.id, token)}
        onRevoked={refresh}
        onClose={() => setRevoked(undefined)}
      />
    </>
  )
}

function Browsers({ user }: { user: User }) {
  const link = useMutation({ mutationFn: () => makeSignInLink(user.id), gcTime: 0 }) // the link is not kept
  const leave = useMutation({ mutationFn: () => signOutUser(user.id) })
  const failed = link.error ?? leave.error
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">Browsers</h3>
      <div className="flex flex-wrap gap-2">
        <Button busy={link.isPending} onClick={() => link.mutate()}>
          Create a sign-in link
        </Button>
        <Button busy={leave.isPending} onClick={() => leave.mutate()}>
          Sign out everywhere
        </Button>
      </div>
      {link.isSuccess && (
        <Notice tone="attention" title={`Give it to ${user.name} alone: the first to open it is signed in as them`}>
          <CodeLine code={link.data.url} label="Copy the link" />
          <p className="mt-1 text-sm">
            It works once, for <Countdown until={link.data.expiresAt} /> minutes more.
          </p>
        </Notice>
      )}
      {leave.isSuccess && <Notice tone="ok" title={`${user.name} is signed out of every browser`} />}
      {failed && (
        <Notice tone="danger" title="That did not work">
          {troubleOf(failed).detail}
        </Notice>
      )}
    </section>
  )
}
