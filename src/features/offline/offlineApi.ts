import type { GraphColumns } from '#contract/resources.ts'
import type { PendingItem } from '#contract/recoveries.ts'
import type { Resource } from '#domain/checkpoint.ts'
import { type DecodingFault, decodingFaults } from '#domain/decoding.ts'
import { toColumns } from '#domain/graph.ts'
import { type Finding, isAccepted } from '#domain/integrity.ts'
import { pendingItems } from '#domain/pending.ts'
import { findRepairs } from '#domain/repair/findRepairs.ts'
import type { Candidate, RepairProblem } from '#domain/repair/plan.ts'
import { maskResource, maskValue } from '#domain/secrets.ts'
import { readText, type TextFacts } from '#src/lib/fileText.ts'
import type { Bucket } from './bucket.ts'
import { compareStates, type Comparison } from './compareStates.ts'
import { factsOf, type StateFacts } from './facts.ts'
import { parseState, type ParsedState } from './parseState.ts'
import { type ExportEffect, planExport, type Wish } from './planExport.ts'
import { type BucketSurvey, surveyBucket } from './surveyBucket.ts'

/** A way to repair something, as it is shown; what it does in detail stays beside the state. */
export type ShownCandidate = Omit<Candidate, 'action'>
export type ShownProblem = Omit<RepairProblem, 'candidates' | 'findings'> & {
  candidates: ShownCandidate[]
  findings: Finding[]
}

/** Everything that is shown of an open state. Secrets are masked: ciphertexts and plain ones stay where the state is. */
export type OpenedState = {
  text: TextFacts
  facts: StateFacts
  columns: GraphColumns
  findings: Finding[]
  isAccepted: boolean
  unreadable: DecodingFault[]
  problems: ShownProblem[]
  pending: PendingItem[]
}

export type ComparedFile = { facts: StateFacts; comparison: Comparison }

/** A state that is open in this browser; the same in a worker and, where there are none, on the page's own thread. */
export type OfflineApi = {
  open(file: Blob): Promise<OpenedState>
  /** One entry as it stands in the list, masked. */
  entry(index: number): Promise<Resource>
  effect(wish: Wish): Promise<ExportEffect>
  /** The file for `pulumi stack import`; fails where the effect has a refusal. */
  download(wish: Wish): Promise<Blob>
  /** From the state that is open to that file. */
  compare(file: Blob): Promise<ComparedFile>
  /** What is in the files of a self-managed backend's folder. */
  survey(bucket: Bucket): Promise<BucketSurvey>
}

/** Beyond this many entries the file is written without indentation, which would double it. */
const INDENTED = 5_000

export function createOfflineApi(): OfflineApi {
  let opened: ParsedState | undefined
  const state = (): ParsedState => {
    if (!opened) throw new Error('no state is open')
    return opened
  }
  return {
    async open(file) {
      opened = undefined // two states of 85 MB at once would be one too many
      const { text, ...facts } = await readText(file)
      opened = parseState(text)
      return shown(opened, facts)
    },
    async entry(index) {
      const entry = state().document.deployment.resources?.[index]
      if (!entry) throw new Error('this state has no such entry')
      return masked(entry)
    },
    survey: surveyBucket,
    effect: async (wish) => planExport(state().document, wish).effect,
    async download(wish) {
      const { document, effect } = planExport(state().document, wish)
      if (effect.refusal !== undefined) throw new Error(effect.refusal)
      const isLarge = (document.deployment.resources ?? []).length > INDENTED
      const { version, features, deployment } = document
      const untyped = { version, ...(features && { features }), deployment }
      return new Blob([JSON.stringify(untyped, undefined, isLarge ? undefined : 4)], { type: 'application/json' })
    },
    async compare(file) {
      const { text } = await readText(file)
      const other = parseState(text)
      return { facts: factsOf(other), comparison: compareStates(state().document, other.document) }
    },
  }
}

function shown(parsed: ParsedState, text: TextFacts): OpenedState {
  const { document } = parsed
  const { deployment } = document
  const facts = factsOf(parsed)
  const { findings, problems } = findRepairs(document)
  return {
    text,
    facts,
    columns: toColumns(facts.stack, document.version, deployment),
    findings,
    isAccepted: isAccepted(findings),
    unreadable: decodingFaults(deployment),
    problems: problems.map(({ candidates, ...problem }) => ({
      ...problem,
      candidates: candidates.map(({ action: _, ...candidate }) => candidate),
    })),
    pending: pendingItems({ stack: facts.stack, deployment }),
  }
}

/** Every key of the entry, also those that nobody expects. */
const masked = (entry: Resource): Resource => {
  const { urn, type, ...rest } = maskResource(entry)
  return { urn, type, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, maskValue(value)])) }
}
