import { z } from 'zod'
import { stripDirectives } from '#domain/events/engineEvents.ts'
import type { Facts } from '#domain/recoveries/guidedRecovery.ts'
import type { Reader } from '../../store/port.ts'
import { eachEvent } from '../events/eventSteps.ts'
import { MAX_EVENTS } from './progress.ts'

const MAX_MESSAGES = 300
const MAX_FAILED = 500

const Diagnostic = z.object({ severity: z.string(), message: z.string(), urn: z.string().optional() })
const Failed = z.object({ metadata: z.object({ op: z.string(), urn: z.string() }) })
const EventText = z.object({
  diagnosticEvent: Diagnostic.optional().catch(undefined),
  errorEvent: z.object({ error: z.string() }).optional().catch(undefined),
  resOpFailedEvent: Failed.optional().catch(undefined),
})

/** Returns what went wrong in a run: its errors and warnings without colours, and the failed steps. */
export async function trouble(reader: Reader, updateId: string): Promise<Pick<Facts, 'messages' | 'failed'>> {
  const messages: { severity: string; text: string; urn: string | null }[] = []
  const failed = new Map<string, { urn: string; op: string }>()
  const take = ({ text }: { text: string }) => {
    if (!/"(?:diagnosticEvent|errorEvent|resOpFailedEvent)"/.test(text)) return
    const event = EventText.safeParse(JSON.parse(text))
    if (!event.success) return
    const { diagnosticEvent: diagnostic, errorEvent, resOpFailedEvent } = event.data
    if (diagnostic && /^(error|warning)$/.test(diagnostic.severity) && messages.length < MAX_MESSAGES)
      messages.push({ severity: diagnostic.severity, text: plain(diagnostic.message), urn: diagnostic.urn ?? null })
    if (errorEvent && messages.length < MAX_MESSAGES)
      messages.push({ severity: 'error', text: plain(errorEvent.error), urn: null })
    if (resOpFailedEvent && failed.size < MAX_FAILED) {
      const { op, urn } = resOpFailedEvent.metadata
      failed.set(urn, { op, urn })
    }
  }
  // Errors of a longer run are shown on its own page.
  await eachEvent(reader, updateId, take, MAX_EVENTS)
  return {
    messages,
    failed: [...failed.values()].map(({ op, urn }) => ({
      op,
      urn,
      messages: messages.flatMap((message) =>
        message.urn === urn && message.severity === 'error' ? message.text : [],
      ),
    })),
  }
}

const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- a terminal's codes begin with one
  stripDirectives(text.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '')).trim()
