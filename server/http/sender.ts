import type { Identity } from '../core/access/credentials.ts'
import { missingRight } from '../core/access/rights.ts'
import { networkOf } from '../network.ts'
import type { Sender } from './bodyRoom.ts'

/** The sender of a body that is not part of a running update. `org`: the organization that it is about, if any. */
export const senderOf = (
  identity: Pick<Identity, 'user' | 'bound'> | undefined,
  { org, address }: { org: string | undefined; address: string | null },
): Sender =>
  identity === undefined
    ? { of: 'address', network: networkOf(address) }
    : { of: 'user', id: identity.user.id, isReader: missingRight(identity, 'preview', org) !== undefined }
