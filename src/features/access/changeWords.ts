import { match } from 'ts-pattern'
import type { CredentialAction } from '#contract/credentialChanges.ts'
import { counted, plural } from '#words/counts.ts'

/** A sentence without its end, which says when and from where; `subject` is emphasised. */
export type ChangeWords = { before: string; subject?: string; after: string }

/** A change of the user's credentials in words. `by`: who made it; undefined if it was made in the user's own name. */
export function changeWords(action: CredentialAction, by: string | undefined): ChangeWords {
  const byWhom = by === undefined ? '' : ` by ${by}`
  return match(action)
    .with({ what: 'token-created' }, ({ name, scope, source }) => ({
      before: 'A new token ',
      subject: name,
      after: ` (${scope}) was created${byWhom} ${SOURCES[source]},`,
    }))
    .with({ what: 'token-revoked' }, ({ name, endedWith }) => ({
      before: 'The token ',
      subject: name,
      after:
        endedWith === null
          ? ` was revoked${byWhom},`
          : ` ended, because “${endedWith}”, with which it was created, was revoked${byWhom},`,
    }))
    .with({ what: 'link-created' }, () => ({
      before: '',
      after: `A link that signs in as you was created${byWhom},`,
    }))
    .with({ what: 'signed-in' }, ({ device, tokenName }) => ({
      before: 'A new sign-in with ',
      subject: device,
      after: `, by ${tokenName === null ? 'a sign-in link' : `the token “${tokenName}”`},`,
    }))
    .with({ what: 'sessions-ended' }, ({ count }) => ({
      before: '',
      after: `${counted(count, 'session')} of yours ${plural(count, 'was', 'were')} ended${byWhom},`,
    }))
    .with({ what: 'role-changed' }, ({ before, after }) => ({
      before: 'Your role was changed from ',
      subject: `${before} to ${after}`,
      after: `${byWhom},`,
    }))
    .exhaustive()
}

const SOURCES = {
  console: 'in the console',
  'cli-login': 'for pulumi login',
  api: 'through the API',
  terminal: 'in the server’s terminal',
  environment: 'in the server’s settings',
} as const satisfies Record<Extract<CredentialAction, { what: 'token-created' }>['source'], string>
