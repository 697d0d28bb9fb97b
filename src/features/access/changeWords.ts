import type { CredentialAction } from '#contract/credentialChanges.ts'
import { counted, plural } from '#words/counts.ts'

/** A sentence without its end, which says when and from where; `subject` is emphasised. */
export type ChangeWords = { before: string; subject?: string; after: string }

/** A change of the user's credentials in words. `by`: who made it; undefined if it was made in the user's own name. */
export function changeWords(action: CredentialAction, by: string | undefined): ChangeWords {
  const byWhom = by === undefined ? '' : ` by ${by}`
  switch (action.what) {
    case 'token-created':
      return {
        before: 'A new token ',
        subject: action.name,
        after: ` (${action.scope}) was created${byWhom} ${SOURCES[action.source]},`,
      }
    case 'token-revoked': {
      const { name, endedWith } = action
      const how =
        endedWith === null
          ? `was revoked${byWhom}`
          : `ended, because “${endedWith}”, with which it was created, was revoked${byWhom}`
      return { before: 'The token ', subject: name, after: ` ${how},` }
    }
    case 'link-created':
      return { before: '', after: `A link that signs in as you was created${byWhom},` }
    case 'signed-in': {
      const { device, tokenName } = action
      const way = tokenName === null ? 'a sign-in link' : `the token “${tokenName}”`
      return { before: 'A new sign-in with ', subject: device, after: `, by ${way},` }
    }
    case 'sessions-ended': {
      const { count } = action
      const ended = `${counted(count, 'session')} of yours ${plural(count, 'was', 'were')} ended`
      return { before: '', after: `${ended}${byWhom},` }
    }
    case 'role-changed':
      return {
        before: 'Your role was changed from ',
        subject: `${action.before} to ${action.after}`,
        after: `${byWhom},`,
      }
  }
}

const SOURCES = {
  console: 'in the console',
  'cli-login': 'for pulumi login',
  api: 'through the API',
  terminal: 'in the server’s terminal',
  environment: 'in the server’s settings',
} as const satisfies Record<Extract<CredentialAction, { what: 'token-created' }>['source'], string>
