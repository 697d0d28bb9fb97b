import type { EditProblem } from '#contract/edits.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { isUrn, makeUrn, parseUrn } from '../state/urn.ts'
import { type DraftEntry, editValid, error, type StateEdit, warning } from './edit.ts'
import { renameBeside, renameMentions } from './references.ts'
import { findEntry } from './targets.ts'

/**
 * Renames a resource, like `pulumi state rename` (docs/state.md, Rename a resource), and every mention of it:
 * references of all kinds, `viewOf`, pending operations, snippets and resource references in values, some of which the
 * CLI misses. A child whose URN never matched its parent's type keeps it.
 */
export function renameResource(base: StateDocument, urn: string, newName: string): StateEdit {
  return editValid(base, (document, draft) => {
    const resources = document.deployment.resources ?? []
    const stop = (problem: EditProblem) => ({ draft, problems: [problem] })
    const parts = parseUrn(urn)
    if (!parts) return stop(error('notUrn', `"${urn}" is not a valid resource URN.`))
    const found = findEntry(resources, urn)
    if ('problem' in found) return stop(found.problem)
    if (newName === '') return stop(error('emptyName', 'A resource needs a name.'))
    const newUrn = makeUrn({ ...parts, name: newName })
    if (newUrn === urn) return { draft, problems: [] }
    if (resources.some((resource) => resource.urn === newUrn)) {
      return stop(error('taken', `Another resource already exists under the new URN ${newUrn}.`, [newUrn]))
    }
    const rename = (each: string) => (each === urn ? newUrn : each)
    return {
      draft: draft.map(({ at, resource }): DraftEntry => ({ at, resource: renameMentions(resource, rename) })),
      beside: renameBeside(document, rename),
      problems: [
        warning(
          'programName',
          `The program must call it "${newName}" as well, or give it the alias ${newUrn}: otherwise the next update creates it again and deletes this one.`,
          [newUrn],
        ),
      ],
    }
  })
}

/**
 * The resource option that lets a program keep the former URN of a resource, as a line of TypeScript. The engine looks in
 * the state for the URN that the program has, then for its aliases: the alias is the URN that the state has now.
 */
export const aliasLine = (urn: string): string =>
  isUrn(urn) ? `{ aliases: ['${urn.replaceAll(SPECIAL, escaped)}'] }` : ''

/** Characters that would end the string literal, or are invisible in it. */
const SPECIAL = /['\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const escaped = (character: string): string =>
  character === "'" || character === '\\' ? `\\${character}` : `\\u{${character.codePointAt(0)?.toString(16)}}`
