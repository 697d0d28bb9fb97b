import type { PlannedFile } from '#contract/recoveries.ts'
import { importFileName } from '#domain/backends/diy/commands.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { quoted, Rendered, renderParts } from '../../texts/rendered.ts'
import { isPrepared, prepareDocument, type PreparedState } from '../../texts/stateText.ts'

/** The state that a plan leaves, as a file for `pulumi stack import`: its ciphertexts are as they are stored. */
export async function plannedFile(
  { project, name }: Pick<StackRow, 'project' | 'name'>,
  state: StateDocument | PreparedState,
): Promise<Rendered<PlannedFile>> {
  const { text } = isPrepared(state) ? state : await prepareDocument(state)
  const head = new TextEncoder().encode(`{"name":${JSON.stringify(importFileName({ project, stack: name }))},"text":`)
  const parts: Uint8Array[] = [head]
  for await (const part of quoted(text)) parts.push(part)
  parts.push(new TextEncoder().encode('}'))
  return new Rendered<PlannedFile>(await renderParts(parts))
}
