import type { ExpressionBuilder } from 'kysely'
import type { CredentialChangesOf } from '#server/store/port/access.ts'
import type { Args } from './session.ts'
import type { Tables } from './tables.ts'

/** The condition of a credential change that its owner has not seen and did not make in the current session. */
export const isUnseen = (eb: ExpressionBuilder<Tables, 'credentialChanges'>, arg: Args<CredentialChangesOf>) =>
  eb.and([
    eb('userId', '=', arg('userId')),
    eb('seenAt', 'is', null),
    eb.or([eb('byId', 'is', null), eb('byId', '<>', arg('notBy'))]),
  ])
