import { z } from 'zod'
import { outagesDuring } from '#domain/health/outage.ts'
import type { Reader, Writer } from '../../store/port.ts'

/** Key in the store's `meta`: the last outages of the service, oldest first. */
const OUTAGES = 'outages'
const MAX_OUTAGES = 50

/**
 * A time during which no server gave a sign of life, in epoch milliseconds. It may have started up to one beat (5 s) after
 * `from`, the last sign.
 */
const Outage = z.object({ from: z.number(), to: z.number() })
type Outage = z.infer<typeof Outage>

/** Returns the outages that are known, oldest first. */
export const readOutages = async (reader: Pick<Reader, 'meta'>): Promise<Outage[]> => {
  const text = await reader.meta(OUTAGES)
  return text === undefined ? [] : z.array(Outage).parse(JSON.parse(text))
}

/** Keeps an outage as a fact; of the last `MAX_OUTAGES`, the oldest is forgotten. */
export async function noteOutage(writer: Writer, outage: Outage): Promise<void> {
  const known = await readOutages(writer)
  await writer.setMeta(OUTAGES, JSON.stringify([...known, outage].slice(-MAX_OUTAGES)))
}

/** Returns the outages during a run that did not succeed: see `outagesDuring`. */
export const outagesOf = async (
  reader: Pick<Reader, 'meta'>,
  run: Parameters<typeof outagesDuring>[1],
): Promise<Outage[]> => (run.status === 'succeeded' ? [] : outagesDuring(await readOutages(reader), run))
