import type { StackRef } from '#contract/common.ts'
import type { Comparison } from '#contract/diff.ts'
import type { GraphColumns, ResourceDetail, ResourceList } from '#contract/resources.ts'
import { emptyDocument, readState, type StateDocument, stackOutputs } from './checkpoint.ts'
import { toColumns } from './graph.ts'
import { graphNotes } from '../overlays/graphNotes.ts'
import { renameDocument } from './rename.ts'
import { type FactsBeside, firstLook, guidedFindings, recoveryOptions } from '../recoveries/stateFacts.ts'
import { pendingIn, writeProof } from '../recoveries/writeProof.ts'
import { type EntryPlace, findEntry, resourceDetail, resourceList } from './resourceRows.ts'
import { maskProperties } from './secrets.ts'
import { stackReferences } from './stackReferences.ts'
import { outputReads } from '../overlays/outputReads.ts'
import { type AlikeEntries, cutAlike } from '../diff/cutAlike.ts'
import { type SharedRun, WholeNeededError, withRuns } from '../diff/sharedRuns.ts'
import { diffStates } from '../diff/stateDiff.ts'
import { entryText, stateText } from '../surgery/replace.ts'

type Documents = readonly StateDocument[]
type Version = { stack: StackRef; version: number }
type Side = Comparison['from']

const the = ([document]: Documents): StateDocument => document ?? emptyDocument()

/** Why no rule can read a state, in the CLI's words; null when it can be read. */
export function unreadable(document: StateDocument): string | null {
  const found = readState(document)
  return found.ok ? null : found.problem
}

/**
 * Everything that may be asked about whole states without changing them. A question is a pure function of the states and
 * of an input that is plain JSON, so that a large state is read where it keeps no one waiting, and only the answer comes
 * back. An answer is plain JSON, or a text that is passed on as it is.
 */
export const stateQuestions = {
  outputs: (states: Documents, { version }: { version: number }) => ({
    version,
    outputs: maskProperties(stackOutputs(the(states).deployment) ?? {}),
  }),

  secretsProvider: (states: Documents, _: null): { type: string | null } => ({
    type: the(states).deployment.secrets_providers?.type ?? null,
  }),

  stackReferences: (states: Documents, _: null): string[] => stackReferences(the(states).deployment),

  outputReads: (states: Documents, _: null) => outputReads(the(states).deployment),

  resourceList: (states: Documents, { stack, version }: Version): ResourceList =>
    resourceList(stack, version, the(states).deployment),

  resourceDetail: (states: Documents, place: EntryPlace): ResourceDetail | null =>
    resourceDetail(the(states).deployment, place),

  graph: (states: Documents, { stack, version }: Version): GraphColumns =>
    toColumns(stack, version, the(states).deployment),

  graphNotes: (states: Documents, { version }: { version: number }) => graphNotes(version, the(states).deployment),

  /** Of two states. The URNs of the first are read as if its stack had the second's name. */
  compare: (states: Documents, input: CompareInput): Comparison => comparison(states, input),

  /** An entry to be edited, as a text for a person; without one when there is none. */
  entrySource(
    states: Documents,
    place: EntryPlace,
  ): { problem: string } | { problem?: undefined; index: number; urn: string; text?: string } {
    const document = the(states)
    const problem = unreadable(document)
    if (problem !== null) return { problem }
    const resources = document.deployment.resources ?? []
    const index = findEntry(resources, place)
    const entry = resources[index]
    return { index, urn: place.urn, ...(entry && { text: entryText(entry) }) }
  },

  unreadable: (states: Documents, _: null) => ({ problem: unreadable(the(states)) }),

  /** Types and URNs of what is pending. */
  pendingNames: (states: Documents, _: null) => pendingIn(the(states).deployment),

  firstLook: (states: Documents, about: Parameters<typeof firstLook>[1]) => firstLook(the(states), about),

  guidedFindings: (states: Documents, facts: FactsBeside) => guidedFindings(the(states), facts),

  /** Of the current state, and of former ones. */
  recoveryOptions,

  /** Of a state that was written, and of the one that it is compared with, if that is available. */
  writeProof,

  /** The whole state as a text for a person. */
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

/**
 * The same of two states of one stack as texts, of which only what differs is parsed; undefined where that cannot be done.
 * Null where it cannot be done without the resources that were left out of the texts already (`shared`).
 */
export function compareTexts(
  [before, after]: readonly Uint8Array[],
  input: CompareInput,
  parse: (text: Uint8Array) => StateDocument,
): Comparison | null | undefined {
  if (input.isOtherStack || before === undefined || after === undefined) return undefined
  const { shared } = input
  const cut = cutAlike(before, after)
  if (cut === undefined) return shared === undefined ? undefined : null
  const alike = shared === undefined ? cut.alike : withRuns(cut.alike, shared)
  try {
    return comparison([parse(cut.before), parse(cut.after)], input, alike)
  } catch (error) {
    if (error instanceof WholeNeededError) return null
    throw error
  }
}

type CompareInput = {
  from: Side
  to: Side
  isOtherStack: boolean
  /** Only the entries of this URN are listed, with at most so many characters of values. */
  only?: string | undefined
  valueBudget: number
  /** Resources that were left out of both texts because they are the same. */
  shared?: readonly SharedRun[] | undefined
}

export type StateQuestions = typeof stateQuestions
export type Question = keyof StateQuestions
export type InputOf<Name extends Question> = Parameters<StateQuestions[Name]>[1]
export type AnswerOf<Name extends Question> = ReturnType<StateQuestions[Name]>

/** Asks by name, where the name is known only when it runs. */
export const answerTo = <Name extends Question>(name: Name, states: Documents, input: InputOf<Name>) =>
  (stateQuestions[name] as (states: Documents, input: InputOf<Name>) => AnswerOf<Name>)(states, input)
