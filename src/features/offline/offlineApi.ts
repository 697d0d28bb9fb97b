import type { StateDiff } from '#contract/diff.ts'
import type { EditOperation, EditPlan } from '#contract/edits.ts'
import type { GraphColumns } from '#contract/resources.ts'
import type { PendingItem } from '#contract/recoveries.ts'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { type DecodingFault, decodingFaults } from '#domain/state/decoding.ts'
import { toColumns } from '#domain/state/graph.ts'
import { type IntegrityError, isAccepted } from '#domain/state/integrity.ts'
import { pendingItems } from '#domain/journal/pending.ts'
import { findRepairs } from '#domain/repair/findRepairs.ts'
import type { RepairOption, EarlierVersion, RepairProblem } from '#domain/repair/plan.ts'
import { maskResource, maskValue } from '#domain/state/secrets.ts'
import { diffStates } from '#domain/diff/stateDiff.ts'
import { planEdit } from '#domain/edits/planEdit.ts'
import { entryText } from '#domain/edits/replace.ts'
import { newFacts, readText, type TextFacts } from '#src/lib/fileText.ts'
import type { Bucket } from './bucket.ts'
import { factsOf, type StateFacts } from './facts.ts'
import { parseState, type ParsedState } from './parseState.ts'
import { type ExportEffect, planExport, type ExportRequest } from '#domain/plan/planExport.ts'
import { type BucketSurvey, surveyBucket } from './surveyBucket.ts'

/** A repair as it is shown; what it changes in detail stays with the state. */
export type ShownOption = Omit<RepairOption, 'action'>
export type ShownProblem = Omit<RepairProblem, 'options' | 'findings'> & {
  options: ShownOption[]
  findings: IntegrityError[]
}

/** What a file is: known before anything in it is verified. */
export type FileFacts = { text: TextFacts; facts: StateFacts }

/** Everything that is shown of an open state. Secrets are masked: ciphertexts and plain values stay with the state. */
export type OpenedState = FileFacts & {
  columns: GraphColumns
  findings: IntegrityError[]
  isAccepted: boolean
  unreadable: DecodingFault[]
  problems: ShownProblem[]
  pending: PendingItem[]
  /** The edits since the file was opened, in order. */
  edits: string[]
  /** Whether the earlier version that was chosen offers more repairs. */
  hasEarlier: boolean
}

export type ComparedFile = { facts: StateFacts; diff: StateDiff }

/** An entry as text, to be edited; secrets that are stored in plain text are left out, and put back with the edit. */
export type OfflineSource = { index: number; urn: string; text: string }

/** A state that is open in this browser, in a worker or, where there are none, on the page's own thread. */
export type OfflineApi = {
  open(file: Blob): Promise<FileFacts>
  /** The open state, verified and searched for repairs; for a large state this takes as long as opening it. */
  look(): Promise<OpenedState>
  /** One entry as it is in the list, masked. */
  entry(index: number): Promise<Resource>
  effect(request: ExportRequest): Promise<ExportEffect>
  /** The file for `pulumi stack import`; fails if the effect has a refusal. */
  download(request: ExportRequest): Promise<Blob>
  /** One entry as text, to be edited. */
  source(index: number): Promise<OfflineSource>
  /** What an edit would do to the open state. */
  planEdit(operation: EditOperation): Promise<EditPlan>
  /** Applies the edit in this browser; fails if the plan refuses it. */
  edit(operation: EditOperation): Promise<OpenedState>
  /** Undoes the last edit. */
  undo(): Promise<OpenedState>
  /** Applies the chosen repairs and answers, so that the state can be edited further. */
  takeOver(request: ExportRequest): Promise<OpenedState>
  /** An earlier version of the same stack, where lost entries may be found. */
  earlier(file: Blob): Promise<OpenedState>
  /** Compares the open state with that file. */
  compare(file: Blob): Promise<ComparedFile>
  /** The files of a self-managed backend's folder. */
  survey(bucket: Bucket): Promise<BucketSurvey>
}

/** With more entries than this, the file is written without indentation, which would double it. */
const INDENTED = 5_000

export function createOfflineApi(): OfflineApi {
  let opened: ParsedState | undefined
  let text: TextFacts = newFacts()
  let done: { title: string; before: StateDocument }[] = []
  let earlier: EarlierVersion[] = []
  const state = (): ParsedState => {
    if (!opened) throw new Error('no state is open')
    return opened
  }
  let known: { of: ParsedState; facts: StateFacts } | undefined
  const facts = () => {
    if (known?.of !== state()) known = { of: state(), facts: factsOf(state()) } // every value is examined, once
    return known.facts
  }
  const now = () => shown(state(), facts(), { text, edits: done.map(({ title }) => title), earlier })
  const planned = (operation: EditOperation) =>
    planEdit(state().document, operation, { stack: facts().stack, basis: { version: 0, hash: '' } })
  const become = (title: string, document: StateDocument) => {
    done.push({ title, before: state().document })
    opened = { ...state(), document }
    return now()
  }
  return {
    async open(file) {
      opened = known = undefined // two states of 85 MB at once would be one too many
      done = []
      earlier = []
      const { text: content, ...read } = await readText(file)
      text = read
      opened = parseState(content)
      return { text, facts: facts() }
    },
    look: async () => now(),
    async entry(index) {
      const entry = state().document.deployment.resources?.[index]
      if (!entry) throw new Error('this state has no such entry')
      return masked(entry)
    },
    survey: surveyBucket,
    async source(index) {
      const entry = state().document.deployment.resources?.[index]
      if (!entry) throw new Error('this state has no such entry')
      return { index, urn: entry.urn, text: entryText(entry) }
    },
    planEdit: async (operation) => planned(operation).plan,
    async edit(operation) {
      const { document, plan } = planned(operation)
      if (!plan.isPossible) throw new Error(plan.problems[0]?.message ?? 'nothing changes')
      return become(plan.title, document)
    },
    async undo() {
      const last = done.pop()
      if (last) opened = { ...state(), document: last.before }
      return now()
    },
    async takeOver(request) {
      const { document, effect } = planExport(state().document, request, earlier)
      if (effect.refusal !== undefined) throw new Error(effect.refusal)
      return become('Chosen repairs and answers', document)
    },
    async earlier(file) {
      const { text: content } = await readText(file)
      earlier = [{ version: 0, deployment: parseState(content).document.deployment }]
      return now()
    },
    effect: async (request) => planExport(state().document, request, earlier).effect,
    async download(request) {
      const { document, effect } = planExport(state().document, request, earlier)
      if (effect.refusal !== undefined) throw new Error(effect.refusal)
      const isLarge = (document.deployment.resources ?? []).length > INDENTED
      const { version, features, deployment } = document
      const untyped = { version, ...(features && { features }), deployment }
      return new Blob([JSON.stringify(untyped, undefined, isLarge ? undefined : 4)], { type: 'application/json' })
    },
    async compare(file) {
      const { text } = await readText(file)
      const other = parseState(text)
      return { facts: factsOf(other), diff: diffStates(state().document, other.document) }
    },
  }
}

type Around = { text: TextFacts; edits: string[]; earlier: readonly EarlierVersion[] }

function shown({ document }: ParsedState, facts: StateFacts, { text, edits, earlier }: Around): OpenedState {
  const { deployment } = document
  const { findings, problems } = findRepairs(document, earlier)
  return {
    text,
    facts,
    columns: toColumns(facts.stack, document.version, deployment),
    findings,
    isAccepted: isAccepted(findings),
    unreadable: decodingFaults(deployment),
    problems: problems.map(({ options, ...problem }) => ({
      ...problem,
      options: options.map(({ action: _, ...option }) => option),
    })),
    pending: pendingItems({ stack: facts.stack, deployment }),
    edits,
    hasEarlier: earlier.length > 0,
  }
}

/** Every key of the entry, including unknown ones. */
const masked = (entry: Resource): Resource => {
  const { urn, type, ...rest } = maskResource(entry)
  return { urn, type, ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, maskValue(value)])) }
}
