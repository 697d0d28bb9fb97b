import type { Deps } from '../../deps.ts'
import { clockTimeUtc, durationText } from '#words/time.ts'
import { LEASE_S } from './leases.ts'
import { postponeApprovals } from '../approvals/endApprovals.ts'
import { noteOutage } from './outages.ts'
import { refOf } from '../stacks/names.ts'
import { SERVER } from '../access/audit.ts'

/** Key in the store's `meta`: the last sign of life of any server, epoch milliseconds. */
export const ALIVE_AT = 'aliveAt'
/** A gap between signs of life (one every 5 s) beyond which no server ran, in milliseconds. */
const OUTAGE_MS = 6_000
/** Drift between the wall clock and the monotonic clock, in milliseconds, beyond which it counts as an absence. */
const TOLERATED_JUMP_MS = 30_000

/**
 * Tracks the server's own absences, which are not the client's silence (docs/protocol.md, Verdict of a lease): leases
 * that were alive at the last sign of life are extended by the gap plus a whole lease. Call `begin` once at the start,
 * then `beat` every few seconds.
 */
export function createPresence(deps: Pick<Deps, 'store' | 'bus'>, monotonic: () => number) {
  let wall = 0
  let steady = 0
  let noticing: Promise<void> | undefined
  const jumpAt = (now: number) => (wall === 0 ? 0 : now - wall - (monotonic() - steady))

  const mark = async (now: number) => {
    wall = now
    steady = monotonic()
    await deps.store.write((writer) => writer.setMeta(ALIVE_AT, String(now)))
  }

  const beat = async (): Promise<void> => {
    const now = await deps.store.now()
    const jump = jumpAt(now)
    if (Math.abs(jump) > TOLERATED_JUMP_MS) {
      await extend(deps, { lastAlive: wall, now, why: `the clock moved by ${Math.round(jump / 1000)} s` })
    }
    await mark(now)
  }

  return {
    /** Call before the first check for expired leases. */
    async begin(): Promise<void> {
      const now = await deps.store.now()
      const lastAlive = Number(await deps.store.read((reader) => reader.meta(ALIVE_AT)))
      if (lastAlive > 0 && now > lastAlive) {
        const away = durationText(Math.round((now - lastAlive) / 1000) * 1000)
        const when = `${clockTimeUtc(lastAlive)}–${clockTimeUtc(now)} UTC`
        await extend(deps, { lastAlive, now, why: `Holdfast was down for ${away} (${when})` })
      }
      if (lastAlive > 0 && now - lastAlive > OUTAGE_MS) {
        await deps.store.write((writer) => noteOutage(writer, { from: lastAlive, to: now }))
      }
      await mark(now)
    },
    beat,
    /**
     * The store's clock, by which all expiries are judged. If the clock jumps ahead, the new time is used only once the
     * leases were extended: until then time continues from the old value, or a check between two heartbeats would find
     * every lease expired. Does not wait for the extension, because it may be called inside a transaction.
     */
    async now(): Promise<number> {
      const now = await deps.store.now()
      const jump = jumpAt(now)
      if (Math.abs(jump) <= TOLERATED_JUMP_MS) return now
      noticing ??= beat()
        .catch(() => undefined) // the store is away: the next call retries
        .finally(() => (noticing = undefined))
      return Math.min(now, now - jump)
    },
  }
}

/** No server was there from `lastAlive` to `now`. */
type Absence = { lastAlive: number; now: number; why: string }

/**
 * Gives the leases that were alive then the time of the absence, and a whole lease; and their steps that wait for
 * approval the time in which nobody could decide.
 */
async function extend(deps: Pick<Deps, 'store' | 'bus'>, { lastAlive, now, why }: Absence): Promise<void> {
  const running = await deps.store.read((reader) => reader.runningUpdates())
  for (const update of running) {
    if (update.lease === null || update.lease.expiresAt <= lastAlive) continue
    const stack = await deps.store.write(async (writer) => {
      await writer.lockStack(update.stackId)
      const fresh = await writer.update(update.id)
      if (fresh?.status !== 'running' || fresh.lease === null) return undefined
      await writer.patchUpdate(update.id, {
        // Not a renewal: the time of the client's last renewal stays as it is.
        lease: { ...fresh.lease, expiresAt: now + LEASE_S * 1000 },
        ...(await postponeApprovals(writer, fresh, now - lastAlive)),
      })
      await writer.appendLeaseLog({
        stackId: update.stackId,
        updateId: update.id,
        at: now,
        what: 'extended',
        ...SERVER,
        detail: why,
      })
      return writer.stackById(update.stackId)
    })
    if (stack) deps.bus.publish({ type: 'lease', stack: refOf(stack), updateId: update.id })
  }
}
