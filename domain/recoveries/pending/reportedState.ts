import type { PendingItem } from '#contract/recoveries.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { isObject } from '../../json/jsonObject.ts'
import { SIGNATURE } from '../../state/secrets.ts'
import { adoptedEntry } from './adoptedEntry.ts'

/** What a client reported about a create after its update had ended, or in an event that its state lacks. */
export type ReportedState = {
  /** The id of the update whose client reported it. */
  update: string
  urn: string
  /** The provider's ID; never empty. */
  id: string
  /** Epoch milliseconds. */
  at: number
  source: 'journal' | 'events'
  /** The resource of the journal entry or event, as it was sent. */
  state: Record<string, unknown>
}

/**
 * The reports on a pending create as an answer: its ID, if all name the same; and its newest state. Only those of the
 * update that began it: another one's are about another object.
 */
export function reportOn(
  { urn, since }: Pick<PendingItem, 'urn' | 'since'>,
  reported: readonly ReportedState[] = [],
): ReportedState | undefined {
  const found = reported.filter((report) => report.urn === urn && report.update === since?.update)
  if (new Set(found.map(({ id }) => id)).size !== 1) return undefined
  return found.findLast(({ source }) => source === 'journal') ?? found.at(-1)
}

/**
 * The entry that a report proves. A journal entry has all of it, as the engine would have saved it; an event only
 * inputs and outputs, in which secrets and files are replaced: with such, or without outputs, these stay unknown.
 */
export function reportedEntry(planned: Resource, { id, source, state }: ReportedState): Resource {
  if (source === 'journal' && hasOutputs(state)) {
    const { aliases: _former, ...whole } = state
    return { ...whole, urn: planned.urn, type: planned.type, custom: true, id, outputs: state.outputs }
  }
  const entry = adoptedEntry(planned, id)
  if (!hasOutputs(state) || isShortened(state.outputs)) return entry
  const { refreshBeforeUpdate: _known, ...rest } = entry
  const initErrors = state['initErrors']
  return {
    ...(rest as Resource), // still contains urn and type
    outputs: state.outputs,
    ...(Array.isArray(initErrors) && initErrors.length > 0 && { initErrors: initErrors as string[] }),
  }
}

const hasOutputs = (
  state: Record<string, unknown>,
): state is Record<string, unknown> & { outputs: Record<string, unknown> } =>
  isObject(state['outputs']) && Object.keys(state['outputs']).length > 0

/** Whether an event left something out: in events, special values are secrets without a value, or shortened files. */
function isShortened(outputs: unknown): boolean {
  const text = JSON.stringify(outputs)
  return text.includes(SIGNATURE) || text.includes('[secret]')
}
