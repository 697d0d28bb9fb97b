import { isUrn } from '../state/urn.ts'
import type { Course, Step } from './course.ts'
import { asList, asObject, firstField, type GobValue, textOf } from './gob.ts'

/** Whether a file starts like that of `--tracing=file:…`: a gob-encoded store of the CLI's tracing library. */
export const isTraceFile = (head: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(head.subarray(0, 64)).includes('memoryStoreData')

type Span = { name: string; begin: number; end: number; payloads: string[]; hasFailed: boolean }

const CALL = '/pulumirpc.ResourceProvider/'
const REGISTER = '/pulumirpc.ResourceMonitor/RegisterResource'
/** Provider calls that change or read a resource. */
const OPS: Readonly<Record<string, string>> = { Create: 'create', Update: 'update', Delete: 'delete', Read: 'read' }

/**
 * The course of a run from its trace: provider calls with millisecond precision, and dependencies from the
 * registrations. If the trace has a preview and an update, the update is used. Throws `GobError`.
 */
export function courseFromTrace(bytes: Uint8Array): Course {
  const { name, value } = firstField(bytes)
  const spans = name === 'Trace' ? spansIn(Object.values(asObject(value))) : []
  const calls = spans.flatMap((span) => {
    const op = span.name.startsWith(CALL) ? OPS[span.name.slice(CALL.length)] : undefined
    const urn = op === undefined ? undefined : named(span, 'urn')[0]
    return op === undefined || urn === undefined || !isUrn(urn)
      ? []
      : [{ ...span, op, urn, isPreview: isPreview(span) }]
  })
  const isReal = calls.some((call) => !call.isPreview)
  const shown = isReal ? calls.filter((call) => !call.isPreview) : calls
  const previewEnd = isReal
    ? Math.max(-Infinity, ...calls.filter((call) => call.isPreview).map(({ end }) => end))
    : -Infinity
  const registrations = new Map<string, Span>()
  for (const span of spans) {
    const [urn] = span.name === REGISTER && span.begin > previewEnd ? named(span, 'urn') : []
    if (urn !== undefined && isUrn(urn)) registrations.set(urn, span)
  }
  const components = [...registrations].filter(
    ([, span]) => !span.payloads.some((text) => /\bcustom:true\b/.test(text)),
  )
  const steps: Step[] = [
    ...components.map(([urn, span]): Step => ({
      urn,
      op: 'create',
      begin: span.begin,
      end: span.begin,
      outcome: 'done',
      custom: false,
      ...placeOf(span),
    })),
    ...shown.map(({ urn, op, begin, end, hasFailed }): Step => ({
      urn,
      op,
      begin,
      end,
      outcome: hasFailed ? 'failed' : 'done',
      custom: true,
      ...placeOf(registrations.get(urn)),
    })),
  ].toSorted((a, b) => (a.begin ?? 0) - (b.begin ?? 0))
  const inPhase = spans.filter(({ begin, name: of }) => of !== '' && begin > previewEnd)
  return {
    source: 'trace',
    precisionMs: 1,
    from: Math.min(...inPhase.map(({ begin }) => begin), ...steps.map(({ begin }) => begin ?? Infinity)),
    to: Math.max(...spans.map(({ end }) => end), ...steps.map(({ end }) => end ?? -Infinity)),
    parallel: null,
    batches: [],
    journalPeriodMs: null,
    saves: null,
    steps,
  }
}

/** Parent, provider and dependencies according to a registration. */
function placeOf(span: Span | undefined): Pick<Step, 'parent' | 'provider' | 'after'> {
  if (!span) return { parent: null, provider: null, after: [] }
  const provider = named(span, 'provider')[0]
  return {
    parent: named(span, 'parent')[0] ?? null,
    provider: provider ? provider.slice(0, Math.max(0, provider.lastIndexOf('::'))) || null : null,
    after: [...new Set(named(span, 'dependencies'))],
  }
}

/** The values of a field in the calls' texts: `urn:"…"`. */
function named({ payloads }: Span, field: string): string[] {
  const pattern = new RegExp(`(?:^|[\\s{])${field}:"([^"]+)"`, 'g')
  return payloads.flatMap((text) => [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []))
}

const isPreview = ({ payloads }: Span): boolean => payloads.some((text) => /\bpreview:true\b/.test(text))

/** All spans of some traces at any depth, without those that lack times. */
function spansIn(traces: readonly GobValue[]): Span[] {
  const spans: Span[] = []
  const waiting = [...traces]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const trace = asObject(next)
    waiting.push(...asList(trace['Sub']))
    const span = spanOf(asList(asObject(trace['Span'])['Annotations']))
    if (span) spans.push(span)
  }
  return spans
}

function spanOf(annotations: readonly GobValue[]): Span | undefined {
  const utf8 = new TextDecoder()
  const texts = annotations.map((each): [string, string] => {
    const { Key, Value } = asObject(each)
    return [textOf(Key), Value instanceof Uint8Array ? utf8.decode(Value) : '']
  })
  const first = (key: string) => texts.find(([name]) => name === key)?.[1] ?? ''
  const [begin, end] = [Date.parse(first('Span.Start')), Date.parse(first('Span.End'))]
  if (Number.isNaN(begin) || Number.isNaN(end)) return undefined
  return {
    name: first('Name'),
    begin,
    end,
    payloads: texts.filter(([key]) => key === 'Msg').flatMap(([, text]) => payloadOf(text)),
    hasFailed: first('error') === 'true',
  }
}

/** `{"gRPC request": "urn:\\"…\\""}`: the request or response of a call. */
function payloadOf(text: string): string[] {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null
      ? Object.values(json).filter((value): value is string => typeof value === 'string')
      : []
  } catch {
    return []
  }
}
