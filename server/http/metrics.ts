import { isLoopback } from '../network.ts'
import type { Context } from 'hono'
import { leaseVerdict } from '#domain/lease/lease.ts'
import type { Deps } from '../deps.ts'
import type { Metrics, Reading } from '../metrics.ts'
import { addressOf } from './address.ts'
import { admit } from './admit.ts'
import { answer } from './answer.ts'
import { ApiError } from './apiError.ts'
import type { RequestVariables } from './requestId.ts'

const FORMAT = 'text/plain; version=0.0.4; charset=utf-8'
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Handles `/metrics`, in Prometheus' text format: for callers on this machine, and for an access token of any scope;
 * one of scope `metrics` opens nothing else. If the service has a public address, callers may come through a proxy on
 * this machine: then only the token counts.
 */
export const metricsRoute = (deps: Deps, metrics: Metrics) => (context: Context<{ Variables: RequestVariables }>) =>
  answer(deps, context, async () => {
    const request = context.req.raw
    if (request.headers.has('authorization')) await admit(deps, context, 'metrics')
    else if (!isOnThisMachine(deps, request, addressOf(context.env))) {
      throw new ApiError(
        'not_signed_in',
        'From another machine, /metrics takes an access token, best one of scope metrics.',
      )
    }
    const text = metrics.text(await readings(deps))
    return new Response(text, { headers: { 'content-type': FORMAT } })
  })

function isOnThisMachine(deps: Deps, request: Request, address: string | null): boolean {
  return (
    address !== null &&
    isLoopback(address) &&
    isLoopback(new URL(deps.settings.publicUrl).hostname) &&
    isLoopback(new URL(request.url).hostname) && // a foreign page may have made its name resolve to this machine
    !FORWARDED.some((name) => request.headers.has(name))
  )
}

async function readings(deps: Deps): Promise<Reading[]> {
  const now = await deps.store.now()
  const { running, orphanedUpdates, spans } = await deps.store.read(async (reader) => {
    const [active, left] = await Promise.all([reader.runningUpdates(), reader.orphanedUpdates()])
    const journals = await Promise.all(
      active.filter(({ isJournal }) => isJournal).map(({ id }) => reader.journalSpan(id)),
    )
    return { running: active, orphanedUpdates: left, spans: journals }
  })
  const oldest = Math.min(now, ...spans.map(({ firstAt }) => firstAt ?? now))
  const verdicts = running.map((update) => leaseVerdict(update, now, deps.settings.notProgressingAfterS)?.verdict)
  const states = (['alive', 'awaitingApproval', 'notProgressing', 'notResponding', 'disconnected'] as const).map(
    (verdict) => ({
      labels: { verdict },
      value: verdicts.filter((one) => one === verdict).length,
    }),
  )
  return [
    {
      name: 'holdfast_leases',
      help: 'Running updates and previews, by the verdict on their lease.',
      kind: 'gauge',
      values: states,
    },
    gauge(
      'holdfast_orphans',
      'Updates that ended because their lease ran out, not yet resolved.',
      orphanedUpdates.length,
    ),
    gauge(
      'holdfast_journal_lag_entries',
      'Journal entries of running updates: received and durable, in force when their update ends.',
      spans.reduce((sum, { entries }) => sum + entries, 0),
    ),
    gauge(
      'holdfast_journal_lag_seconds',
      'Age of the oldest of them: how far the states in force are behind what was received.',
      (now - oldest) / 1000,
    ),
    ...deps.caches.readings(),
    gauge('holdfast_live_listeners', 'Open consoles that listen to this process.', deps.caches.liveStreams.open),
    {
      name: 'holdfast_build_info',
      help: 'Which version this is.',
      kind: 'gauge',
      values: [{ labels: { version: deps.settings.version }, value: 1 }],
    },
  ]
}

const gauge = (name: string, help: string, value: number): Reading => ({
  name,
  help,
  kind: 'gauge',
  values: [{ value }],
})
