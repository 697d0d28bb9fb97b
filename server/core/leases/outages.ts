import { z } from 'zod'
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

const readOutages = async (reader: Pick<Reader, 'meta'>): Promise<Outage[]> => {
  const text = await reader.meta(OUTAGES)
  return text === undefined ? [] : z.array(Outage).parse(JSON.parse(text))
}

/** Keeps an outage as a fact; of the last `MAX_OUTAGES`, the oldest is forgotten. */
export async function noteOutage(writer: Writer, outage: Outage): Promise<void> {
  const known = await readOutages(writer)
  await writer.setMeta(OUTAGES, JSON.stringify([...known, outage].slice(-MAX_OUTAGES)))
}

/** Returns the outages between two instants (epoch milliseconds), oldest first. */
export const outagesBetween = async (reader: Pick<Reader, 'meta'>, from: number, to: number): Promise<Outage[]> =>
  (await readOutages(reader)).filter((outage) => outage.from < to && outage.to > from)

/** Returns the outages during a run that did not succeed, as far as it has come: they can be why it failed. */
export const outagesOf = async (
  reader: Pick<Reader, 'meta'>,
  run: { status: string; createdAt: number; startedAt: number | null; endedAt: number | null },
): Promise<Outage[]> =>
  run.status === 'succeeded'
    ? []
    : outagesBetween(reader, run.startedAt ?? run.createdAt, run.endedAt ?? Number.POSITIVE_INFINITY)
