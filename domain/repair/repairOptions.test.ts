import { describe, expect, it } from 'vitest'
import { brokenState } from '#testing/states/brokenState.ts'
import { firstFault } from '#testing/cases.ts'
import { pick, type Random } from '#testing/states/randomState.ts'
import type { Resource, StateDocument } from '../state/checkpoint.ts'
import { decodingFaults } from '../state/decoding.ts'
import { verify } from '../state/integrity.ts'
import { isProviderType } from '../state/urn.ts'
import { applyRepairs, type RepairEdit } from './applyRepairs.ts'
import { findRepairs } from './findRepairs.ts'
import { suggestedChoices } from '#testing/states/suggestedChoices.ts'
import type { Choice, RepairProblem } from './plan.ts'
import { repairAsCli } from '#testing/states/repairAsCli.ts'

const resourcesOf = ({ deployment }: StateDocument) => deployment.resources ?? []
const isSound = ({ deployment }: StateDocument) => verify(deployment).length + decodingFaults(deployment).length === 0
const repaired = (document: StateDocument) => applyRepairs(document, suggestedChoices(findRepairs(document)))

/** One entry per line, so that a failing state is readable. */
const shown = (document: StateDocument) =>
  `\n${resourcesOf(document)
    .map((each) => JSON.stringify(each))
    .join('\n')}\n`

/** The attempts of a user in order: all suggestions, then each option by itself, then one for each problem. */
function* attempts(problems: RepairProblem[], random: Random): Generator<Choice[]> {
  yield suggestedChoices({ findings: [], problems })
  for (const { id, options } of problems) {
    for (const option of options) yield [{ problem: id, option: option.id }]
  }
  for (let at = 0; at < 50; at++) yield oneOfEach(problems, random)
}

const oneOfEach = (problems: RepairProblem[], random: Random): Choice[] =>
  problems.flatMap(({ id, options }) => {
    const option = pick(random, options)
    return option ? [{ problem: id, option: option.id }] : []
  })

/** All combinations of one option for each problem. */
const answersTo = ([first, ...rest]: RepairProblem[]): Choice[][] =>
  first
    ? answersTo(rest).flatMap((others) =>
        first.options.map((each) => [{ problem: first.id, option: each.id }, ...others]),
      )
    : [[]]

/** The result of repairing repeatedly as long as the state becomes better; undefined if it never becomes valid. */
function wayOut(document: StateDocument, random: Random): RepairEdit | undefined {
  for (let present = document; ;) {
    let better: RepairEdit | undefined
    for (const choices of attempts(findRepairs(present).problems, random)) {
      const edit = applyRepairs(present, choices)
      if (edit.verdict === 'valid') return edit
      if (edit.verdict === 'better') better = edit
      if (better) break
    }
    if (!better) return undefined
    present = better.document
  }
}

const isInCloud = ({ custom, id, type }: Resource) => Boolean(custom && id && !isProviderType(type))
const objects = (document: StateDocument) => resourcesOf(document).filter(isInCloud)

describe('any broken state', () => {
  it('has a fix that makes it valid', () => {
    const fault = firstFault(800, (random) => {
      const document = brokenState(random)
      if (isSound(document)) return undefined
      const edit = wayOut(document, random)
      return edit && isSound(edit.document) ? undefined : shown(document)
    })
    expect(fault).toBeUndefined()
  })

  it('is never repaired worse than by the CLI', () => {
    const fault = firstFault(800, (random) => {
      const document = brokenState(random)
      if (repairAsCli(document).verdict !== 'repaired') return undefined
      const plan = findRepairs(document)
      // If two objects share a URN, the CLI renames an arbitrary one. Here the user decides: some combination of
      // answers must succeed.
      const asked = plan.problems.filter(({ kind, suggested }) => kind === 'duplicate' && !suggested)
      const isRight = answersTo(asked).some(
        (answers) => applyRepairs(document, [...suggestedChoices(plan), ...answers]).verdict === 'valid',
      )
      return isRight ? undefined : shown(document)
    })
    expect(fault).toBeUndefined()
  })

  it('never needs a second repair of what the first one wrote', () => {
    const fault = firstFault(800, (random) => {
      const first = repaired(brokenState(random))
      const second = repaired(first.document)
      const isFurther = second.verdict === 'valid' || second.left.length < first.left.length
      const isRight = second.document === first.document || (first.verdict !== 'valid' && isFurther)
      return isRight ? undefined : shown(first.document)
    })
    expect(fault).toBeUndefined()
  })

  it('loses no resource without a report, and every refusal has a reason', () => {
    const fault = firstFault(800, (random) => {
      const document = brokenState(random)
      const edit = applyRepairs(document, oneOfEach(findRepairs(document).problems, random))
      const isRefused = edit.verdict === 'refused'
      const hasReason = edit.problems.some(({ severity, message }) => severity === 'error' && message !== '')
      if (hasReason !== isRefused || (isRefused && edit.document !== document)) return shown(document)
      const reported = new Set(edit.problems.flatMap(({ urns = [] }) => urns))
      const newUrn = new Map(edit.changed.urnsChanged.map(({ from, to }) => [from, to]))
      const left = new Set(resourcesOf(edit.document).map(({ urn, id }) => `${urn} ${id}`))
      const lost = objects(document).find(
        ({ urn, id }) => !left.has(`${urn} ${id}`) && !left.has(`${newUrn.get(urn)} ${id}`) && !reported.has(urn),
      )
      return lost ? `${lost.urn} ${lost.id}${shown(document)}` : undefined
    })
    expect(fault).toBeUndefined()
  })
})
