import { exportSum } from '../backends/diy/exportSum.ts'
import type { StackRef } from '#contract/common.ts'
import type { Comparison } from '#contract/diff.ts'
import type { GraphColumns, ResourceDetail, ResourceList } from '#contract/resources.ts'
import { projectOf } from '../backends/diy/legacy.ts'
import { emptyDocument, readState, type StateDocument, stackOutputs } from './checkpoint.ts'
import { toColumns } from './graph.ts'
import { graphNotes } from '../overlays/graphNotes.ts'
import { renameDocument } from './rename.ts'
import { type FactsWithoutState, pendingFacts, guidedFindings, recoveryOptions } from '../recoveries/stateFacts.ts'
import { pendingIn, writeProof } from '../recoveries/writeProof.ts'
import { type EntryPlace, findEntry, resourceDetail, resourceList } from './resourceRows.ts'
import { maskProperties, passphraseSalt } from './secrets.ts'
import { withUnknownOutputs } from './unknownOutputs.ts'
import { outputReads } from '../overlays/outputReads.ts'
import { type AlikeEntries, cutAlike } from '../diff/cutAlike.ts'
import { type StatesApart, WholeNeededError, withRuns } from '../diff/sharedRuns.ts'
import { diffStates } from '../diff/stateDiff.ts'
import { entryText, stateText } from '../edits/replace.ts'

type Documents = readonly StateDocument[]
type Version = { stack: StackRef; version: number }
type Side = Comparison['from']

const the = ([document]: Documents): StateDocument => document ?? emptyDocument()

/** Why a state cannot be read, in the CLI's words; null if it can. */
export function unreadable(document: StateDocument): string | null {
  const found = readState(document)
  return found.ok ? null : found.problem
}

/**
 * All read-only questions about whole states. A question is a pure function of the states and of an input in plain
 * JSON, so that large states can be read in another thread, and only the answer is sent back. An answer is plain JSON,
 * or a text that is passed on unchanged.
 */
export const stateQuestions = {
  outputs: (states: Documents, { version }: { version: number }) => ({
    version,
    outputs: maskProperties(stackOutputs(the(states).deployment) ?? {}),
  }),

  secretsProvider: (states: Documents, _: null): { type: string | null } => ({
    type: the(states).deployment.secrets_providers?.type ?? null,
  }),

  /** The project of a stack that has none in its name: that of its first resource. */
  project: (states: Documents, _: null): { project: string | null } => ({
    project: projectOf(the(states).deployment) ?? null,
  }),

  outputReads: (states: Documents, _: null) => outputReads(the(states).deployment),

  resourceList: (states: Documents, { stack, version }: Version): ResourceList =>
    resourceList(stack, version, the(states).deployment),

  resourceDetail: (states: Documents, place: EntryPlace): ResourceDetail | null =>
    resourceDetail(the(states).deployment, place),

  graph: (states: Documents, { stack, version }: Version): GraphColumns =>
    toColumns(stack, version, the(states).deployment),

  graphNotes: (states: Documents, { version }: { version: number }) => graphNotes(version, the(states).deployment),

  /** Takes two states. The URNs of the first are read with its stack's name replaced by that of the second. */
  compare: (states: Documents, input: CompareInput): Comparison => comparison(states, input),

  /** The text of an entry to be edited; without `text` if there is no such entry. `salt`: of a passphrase provider. */
  entrySource(
    states: Documents,
    place: EntryPlace,
  ): { problem: string } | { problem?: undefined; index: number; urn: string; text?: string; salt: string | null } {
    const document = the(states)
    const problem = unreadable(document)
    if (problem !== null) return { problem }
    const resources = document.deployment.resources ?? []
    const index = findEntry(resources, place)
    const entry = resources[index]
    const salt = passphraseSalt(document.deployment.secrets_providers)
    return { index, urn: place.urn, ...(entry && { text: entryText(entry) }), salt }
  },

  unreadable: (states: Documents, _: null) => ({ problem: unreadable(the(states)) }),

  /** By what an export of the state is recognised in a terminal. */
  exportSum: (states: Documents, _: null) => ({ sum: exportSum(the(states)) }),

  /** The entries whose outputs are unknown until a refresh. */
  unknownOutputs: (states: Documents, _: null): { urn: string }[] =>
    withUnknownOutputs(the(states).deployment.resources).map(({ urn }) => ({ urn })),

  /** Types and URNs of the pending operations. */
  pendingNames: (states: Documents, _: null) => pendingIn(the(states).deployment),

  pendingFacts: (states: Documents, about: Parameters<typeof pendingFacts>[1]) => pendingFacts(the(states), about),

  guidedFindings: (states: Documents, facts: FactsWithoutState) => guidedFindings(the(states), facts),

  /** Takes the current state, and former ones. */
  recoveryOptions,

  /** Takes a written state, and the one it is compared with, if available. */
  writeProof,

  /** The text of the whole state, to be edited. */
  stateText: (states: Documents, basis: { version: number; hash: string }): string => stateText(the(states), basis),
}

function comparison([before, after]: Documents, input: CompareInput, alike?: AlikeEntries): Comparison {
  const { from, to, isOtherStack, only, valueBudget } = input
  const was = before ?? emptyDocument()
  const diff = diffStates(
    isOtherStack ? renameDocument(was, from.stack, to.stack) : was,
    after ?? emptyDocument(),
    only === undefined ? { alike } : { alike, only, valueBudget },
  )
  return { from, to, isOtherStack, diff }
}

/** Compares two states of one stack as texts, parsing only what differs. Undefined if that is not possible. */
export function compareTexts(
  [before, after]: readonly Uint8Array[],
  input: CompareInput,
  parse: (text: Uint8Array) => StateDocument,
): Comparison | undefined {
  if (input.isOtherStack || before === undefined || after === undefined) return undefined
  const cut = cutAlike(before, after)
  return cut && comparison([parse(cut.before), parse(cut.after)], input, cut.alike)
}

/** The same for two states without what they share. Null if a shared resource is needed. */
export function compareApart(
  { before, after, shared }: StatesApart,
  input: CompareInput,
  parse: (text: Uint8Array) => StateDocument,
): Comparison | null {
  const cut = cutAlike(before, after)
  if (cut === undefined) return null
  try {
    return comparison([parse(cut.before), parse(cut.after)], input, withRuns(cut.alike, shared))
  } catch (error) {
    if (error instanceof WholeNeededError) return null
    throw error
  }
}

type CompareInput = {
  from: Side
  to: Side
  isOtherStack: boolean
  /** Lists only entries with this URN, with at most `valueBudget` characters of values. */
  only?: string | undefined
  valueBudget: number
}

export type StateQuestions = typeof stateQuestions
export type Question = keyof StateQuestions
export type InputOf<Name extends Question> = Parameters<StateQuestions[Name]>[1]
export type AnswerOf<Name extends Question> = ReturnType<StateQuestions[Name]>

/** Answers a question whose name is only known at run time. */
export const answerTo = <Name extends Question>(name: Name, states: Documents, input: InputOf<Name>) =>
  (stateQuestions[name] as (states: Documents, input: InputOf<Name>) => AnswerOf<Name>)(states, input)
