import { deviceName } from '#words/device.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { hashSecret, newSecret } from '../../secretValue.ts'
import type { SessionRow, TokenRow, UserRow } from '../../store/port/access.ts'
import { checkRevoker, type Maker } from './accessTokens.ts'
import type { Who } from './actor.ts'
import { audit } from './audit.ts'
import { isNewPlace, keyOf, notifyOfSessions, notifyOfTree, notifyOwner } from './credentialChanges.ts'
import { revokeTree } from './revocation.ts'
import { checkSessions } from './rights.ts'

type Opened = {
  user: UserRow
  /** The token used, or the one with which the link was created: the session has no more rights, and does not outlast it. */
  bound: TokenRow | null
  proof: 'a one-time link' | 'an access token'
  /** The session that this one continues, under its id. */
  continued: SessionRow | undefined
}

/** Starts a browser session of a user who has proved who they are. Returns the session's secret. */
export async function openSession(
  deps: Deps,
  { user, bound, proof, continued }: Opened,
  { by, requestId }: Who,
): Promise<string> {
  const at = await deps.store.now()
  const value = newSecret(deps, '')
  const { userAgent, address, tokenName } = by
  const device = deviceName(userAgent)
  await deps.store.write(async (writer) => {
    if (continued !== undefined) await writer.deleteSession(continued.hash)
    await audit(writer, { at, by, action: 'signin', detail: `with ${proof}`, requestId })
    const id = continued?.id ?? deps.newId()
    if (await isNewPlace(writer, user.id, { device, address }))
      await notifyOwner(writer, user.id, { what: 'signed-in', device, tokenName }, { at, by, byId: id })
    await writer.insertSession({
      hash: hashSecret(value),
      id,
      userId: user.id,
      tokenId: bound?.id ?? null,
      createdAt: at,
      lastUsedAt: at,
      userAgent,
      address,
    })
  })
  deps.bus.publish({ type: 'tokens' })
  return value
}

/** Ends the sessions with these secrets; `who`: the user who signs out, if one is signed in. */
export async function closeSessions(deps: Deps, values: readonly string[], who: Who | undefined): Promise<void> {
  const at = await deps.store.now()
  await deps.store.write(async (writer) => {
    for (const value of values) await writer.deleteSession(hashSecret(value))
    if (who) await audit(writer, { at, ...who, action: 'signout' })
  })
}

/** Ends all sessions of the caller; `keepsOwn`: but not the one that asks. */
export async function signOutEverywhere(deps: Deps, maker: Maker, keepsOwn: boolean): Promise<void> {
  checkSessions(maker)
  const at = await deps.store.now()
  const { user, by, requestId } = maker
  await deps.store.write(async (writer) => {
    const others = (await writer.sessions({ userId: user.id })).filter(({ id }) => id !== maker.session?.id)
    if (!keepsOwn) await writer.deleteSessions({ userId: user.id })
    else for (const { hash } of others) await writer.deleteSession(hash)
    const detail = `${user.login}${keepsOwn ? ', all but the one that asked' : ''}`
    await audit(writer, { at, by, action: 'signout.everywhere', detail, requestId })
    await notifyOfSessions(writer, others, { at, by, byId: keyOf(maker) })
  })
}

/** Ends one session of the caller; `withTokens`: and revokes the tokens that were created in it. */
export async function endSession(deps: Deps, maker: Maker, id: string, withTokens: boolean): Promise<void> {
  checkSessions(maker)
  const at = await deps.store.now()
  const { user, by, requestId } = maker
  await deps.store.write(async (writer) => {
    const session = (await writer.sessions({ userId: user.id })).find((each) => each.id === id)
    if (session === undefined) throw new DomainError({ kind: 'noSuchSession' })
    await writer.deleteSession(session.hash)
    const doer = { at, by, byId: keyOf(maker) }
    await notifyOfSessions(writer, [session], doer)
    const made = withTokens ? (await writer.tokens(user.id)).filter(({ sessionId }) => sessionId === id) : []
    for (const token of made) checkRevoker(maker, token)
    if (made.length > 0) await notifyOfTree(writer, { roots: made, tree: await revokeTree(writer, made, at) }, doer)
    const revoked = made.length > 0 ? `; revoked ${made.map(({ name }) => name).join(', ')}` : ''
    const detail = `started ${new Date(session.createdAt).toISOString()}${revoked}`
    await audit(writer, { at, by, action: 'session.end', detail, requestId })
  })
  deps.bus.publish({ type: 'tokens' })
}
