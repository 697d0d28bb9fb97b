import type { PlannedFile } from '#contract/recoveries.ts'
import { importFileName } from '#domain/backends/diy/commands.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { ask } from '../../texts/askStates.ts'
import { quoted, Rendered, renderParts } from '../../texts/rendered.ts'
import { isPrepared, prepareDocument, type PreparedState } from '../../texts/stateText.ts'
import { currentState } from '../edits/currentState.ts'
import { type Basis, checkBasis } from '../stacks/basis.ts'
import { refOf } from '../stacks/names.ts'

/**
 * The state that a plan leaves, as a file for `pulumi stack import`: its ciphertexts are as they are stored. Throws if
 * the state is no longer the basis of the plan.
 */
export async function plannedFile(
  deps: Deps,
  stack: StackRow,
  basis: Basis,
  state: StateDocument | PreparedState,
): Promise<Rendered<PlannedFile>> {
  const sum = await basisSum(deps, stack, basis)
  const { text } = isPrepared(state) ? state : await prepareDocument(state)
  const facts = JSON.stringify({ name: importFileName(refOf(stack)), basisSum: sum }).slice(0, -1)
  const parts: Uint8Array[] = [new TextEncoder().encode(`${facts},"text":`)]
  for await (const part of quoted(text)) parts.push(part)
  parts.push(new TextEncoder().encode('}'))
  return new Rendered<PlannedFile>(await renderParts(parts))
}

const basisSum = (deps: Deps, stack: StackRow, basis: Basis): Promise<string | null> =>
  deps.store.read(async (reader) => {
    const { source, basis: present } = await currentState(reader, stack)
    checkBasis(present, basis)
    return (await ask(deps, [source], 'exportSum', null)).sum
  })
