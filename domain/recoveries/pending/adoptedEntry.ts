import type { EditProblem } from '#contract/edits.ts'
import type { Resource } from '../../state/checkpoint.ts'
import type { sameObjectIn, Sameness } from '../../state/objectPlaces.ts'
import { isTooOld } from '../../state/oldestCli.ts'
import { isDynamicType, urnName } from '../../state/urn.ts'
import { hasUnknownOutputs } from '../../state/unknownOutputs.ts'
import { error, warning } from '../../edits/edit.ts'

/**
 * The entry of an object that exists, from the resource that its create was started with, and its ID. Nobody knows its
 * outputs: the flag makes the engine read it before it compares it with the program, so that no update can replace it
 * before (docs/state.md, Unknown outputs). The outputs of a dynamic resource are its inputs, which include the code
 * that reads it. Former names are left out, as from every entry that the engine saves: the next replay would give this
 * entry's URN to whatever has one of them then.
 */
export function adoptedEntry(planned: Resource, id: string): Resource {
  const {
    outputs: _o,
    initErrors: _i,
    pendingReplacement: _p,
    delete: _d,
    created: _c,
    modified: _m,
    aliases: _a,
    ...rest
  } = planned
  const entry = { ...rest, custom: true, id, refreshBeforeUpdate: true } as Resource // `rest` contains urn and type
  return isDynamicType(planned.type) ? { ...entry, outputs: { ...planned.inputs } } : entry
}

/**
 * The error that prevents such an entry; undefined if it may be written. A CLI that does not know the flag would ignore
 * it, and compare the program with no outputs at all.
 */
export const refusedByCli = (entry: Resource, cliVersion: string): EditProblem | undefined =>
  hasUnknownOutputs(entry) && isTooOld(cliVersion, 'refreshBeforeUpdate')
    ? error(
        'oldCli',
        `The last run was by CLI ${cliVersion}, which would not read ${urnName(entry.urn)} before an update, and could replace it: import it with pulumi import, or use CLI 3.183 or later.`,
      )
    : undefined

/** About an ID that other entries of the type have: with two entries of one object, an update deletes it. */
export const idProblems = (
  entry: Resource,
  others: readonly Resource[],
  compare: ReturnType<typeof sameObjectIn>,
): EditProblem[] =>
  others
    .filter(({ type, id }) => type === entry.type && id === entry.id)
    .map((holder) => idProblem(entry, holder, compare(entry, holder)))

function idProblem({ urn, id = '' }: Resource, holder: Resource, sameness: Sameness): EditProblem {
  const [name, other] = [urnName(urn), urnName(holder.urn)]
  switch (sameness) {
    case 'same':
      return error('idTaken', `${other} is already the object ${id}.`)
    case 'unknown':
      return error(
        'idTaken',
        `${other} has the ID ${id} too, and the state doesn’t show that ${name} is another resource. If it is, import it with pulumi import.`,
      )
    case 'apart':
      return warning(
        'idElsewhere',
        `${other} has the ID ${id} too, in another place: check that the one of ${name} exists there.`,
      )
  }
}
