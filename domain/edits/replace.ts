import type { EditProblem } from '#contract/edits.ts'
import { counted, plural } from '#words/counts.ts'
import { readState, type Resource, type StateDocument } from '../state/checkpoint.ts'
import { entryKeys } from '../state/entryKeys.ts'
import { isObject } from '../json/jsonObject.ts'
import { parseJsonText } from '../json/jsonText.ts'
import { sameJson } from '../json/sameJson.ts'
import { RESOURCE } from '../state/fieldTypes.ts'
import { resourceProblem } from '../state/shapes.ts'
import { asRead } from '../state/typing.ts'
import { parseUrn } from '../state/urn.ts'
import { type DraftEntry, editAny, error, refused, type StateEdit, warning } from './edit.ts'
import { ciphertextsIn, sealEntry, unseal } from './sealed.ts'
import { isNamedAs } from '../stackName.ts'

/** Facts from outside of the state for an edit by text. */
export type TextRules = {
  /** Whether the stack's key opens a ciphertext that is not in the state; undefined if that cannot be checked. */
  opens?: ((ciphertext: string) => boolean) | undefined
  /** The stack's name: entries of other stacks are refused. */
  stack?: { project: string; stack: string } | undefined
  /** The state that the text must be based on, if the text names one. */
  basis?: { version: number; hash: string } | undefined
}

/** Key in a downloaded state with its version, so that an edit of an older copy is detected. */
export const BASIS_KEY = 'holdfastBasis'

/** The whole state as JSON to be edited, with the version that it is based on. */
export function stateText(document: StateDocument, basis: { version: number; hash: string }): string {
  const kept: unknown[] = []
  const { resources, pending_operations } = document.deployment
  const sealed = {
    [BASIS_KEY]: basis,
    ...document,
    deployment: {
      ...document.deployment,
      ...(resources && { resources: resources.map((entry) => sealEntry(entry, kept)) }),
      ...(pending_operations && {
        pending_operations: pending_operations.map((each) => ({ ...each, resource: sealEntry(each.resource, kept) })),
      }),
    },
  }
  return JSON.stringify(sealed, undefined, 2)
}

/** The entry as JSON to be edited; secrets stored in plain text are withheld. */
export const entryText = (entry: Resource): string => JSON.stringify(sealEntry(entry), undefined, 2)

/**
 * Replaces an entry by a user's text. Unchanged values are shared by reference. References from other entries are not
 * rewritten, so changing a URN that others refer to is refused; it has to be renamed instead.
 */
export function replaceEntry(
  base: StateDocument,
  { urn, index, text }: { urn: string; index: number; text: string },
  rules: TextRules = {},
): StateEdit {
  const parsed = parsedText(text)
  if ('problem' in parsed) return refused(base, [parsed.problem])
  return editAny(base, (document, draft) => {
    const stop = (problem: EditProblem) => ({ draft, problems: [problem] })
    const former = draft[index]?.resource
    if (!former || former.urn !== urn) return stop(error('unknownUrn', 'This entry has moved or is gone.'))
    const asParsed = asRead(parsed.value, RESOURCE)
    const shape = resourceProblem(asParsed)
    if (shape !== undefined) return stop(error('shape', `This is no resource: ${shape}.`))
    const kept: unknown[] = []
    sealEntry(former, kept)
    const unsealed = unseal(asParsed as Resource, kept) // `resourceProblem` found no objection
    if (unsealed.problem) return stop(unsealed.problem)
    const entry = named(unsealed.value)
    if (sameJson(entry, former)) return { draft, problems: [] }
    if (entry.urn !== former.urn && isForeign(entry.urn, rules)) {
      return stop(error('foreignStack', 'The URN is not one of this stack.', [entry.urn]))
    }
    const problems = secretProblems(entry, ciphertextsIn(former), document, rules)
    if (entry.urn !== former.urn && (document.deployment.resources ?? []).some((each) => each.urn === entry.urn)) {
      problems.push(
        warning('taken', 'Another entry has this URN: an old one and a live one may share it, no two live ones.'),
      )
    }
    return {
      draft: draft.map((each): DraftEntry => (each.at === index ? { at: index, resource: entry } : each)),
      problems,
    }
  })
}

/**
 * Replaces the whole state by a user's text (docs/recovery.md, Rules of a write). Unchanged entries are shared by
 * reference. Entries of another stack, and changes of the secrets provider, are refused.
 */
export function replaceState(base: StateDocument, text: string, rules: TextRules = {}): StateEdit {
  const parsed = parsedText(text)
  if ('problem' in parsed) return refused(base, [parsed.problem])
  const stale = staleText(parsed.value, rules)
  if (stale) return refused(base, [stale])
  const read = readState(parsed.value)
  if (!read.ok) return refused(base, [error('unreadable', `This is no state that can be written: ${read.problem}.`)])
  if (read.document.version < 3) {
    return refused(base, [
      error(
        'oldVersion',
        'Its schema version is older than 3: the CLI brings it to the present one when it imports it.',
      ),
    ])
  }
  const kept: unknown[] = []
  for (const entry of entriesOf(base)) sealEntry(entry, kept)
  const unsealed = unseal(read.document, kept)
  if (unsealed.problem) return refused(base, [unsealed.problem])
  const { deployment } = unsealed.value
  return editAny(base, (document) => {
    const former = document.deployment.resources ?? []
    const places = new Map(entryKeys(former).map((key, at) => [key, at]))
    const resources = deployment.resources ?? []
    const keys = entryKeys(resources)
    const draft = resources.map((resource, index): DraftEntry => {
      const at = places.get(keys[index] ?? '') ?? -1
      const was = former[at]
      return { at, resource: was && sameJson(was, resource) ? was : resource }
    })
    const { resources: _entries, ...rest } = deployment
    const gone = Object.keys(document.deployment).filter((key) => key !== 'resources' && !(key in rest))
    const beside = { ...rest, ...Object.fromEntries(gone.map((key) => [key, undefined])) }
    return { draft, beside: sameBeside(document, beside), problems: stateProblems(document, unsealed.value, rules) }
  })
}

function staleText(json: unknown, { basis }: TextRules): EditProblem | undefined {
  const from = isObject(json) ? json[BASIS_KEY] : undefined
  if (!basis || !isObject(from) || from['hash'] === basis.hash) return undefined
  const { version } = basis
  return error(
    'staleText',
    `This text was taken from version ${String(from['version'])}, and the state is at version ${version} now: take the present one, and make the change there.`,
  )
}

/** All entries, including those of pending operations, in the order in which withheld secrets are numbered. */
export const entriesOf = ({ deployment }: StateDocument): Resource[] => [
  ...(deployment.resources ?? []),
  ...(deployment.pending_operations ?? []).map(({ resource }) => resource),
]

/** Shares equal values by reference, so that only real changes count. */
const sameBeside = (document: StateDocument, beside: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(beside).map(([key, value]) => [
      key,
      sameJson(value, document.deployment[key]) ? document.deployment[key] : value,
    ]),
  )

function stateProblems(document: StateDocument, next: StateDocument, rules: TextRules): EditProblem[] {
  const problems: EditProblem[] = []
  if (!sameJson(document.deployment.secrets_providers ?? null, next.deployment.secrets_providers ?? null)) {
    problems.push(
      error(
        'secretsProvider',
        'How secrets are encrypted cannot be changed here: nothing could read them any more. Use pulumi stack change-secrets-provider.',
      ),
    )
  }
  const present = new Set((document.deployment.resources ?? []).map(({ urn }) => urn))
  const strangers = (next.deployment.resources ?? []).flatMap(({ urn }) =>
    !present.has(urn) && isForeign(urn, rules) ? [urn] : [],
  )
  if (strangers.length > 0) {
    problems.push(
      error(
        'foreignStack',
        `This is the state of another stack: ${strangers.length} of its entries are not this stack’s.`,
        strangers.slice(0, 20),
      ),
    )
  }
  return [...problems, ...secretProblems(entriesOf(next), ciphertextsIn(entriesOf(document)), document, rules)]
}

/** The check of `stack import` for every entry: an invalid URN does not belong to this stack. */
function isForeign(urn: string, { stack }: TextRules): boolean {
  const parts = parseUrn(urn)
  return stack !== undefined && (parts === undefined || !isNamedAs(parts, stack))
}

/** Encrypted values must stay encrypted, and this stack's key must open every ciphertext. */
function secretProblems(
  next: unknown,
  known: ReadonlySet<string>,
  document: StateDocument,
  { opens }: TextRules,
): EditProblem[] {
  const present = ciphertextsIn(next)
  const others = [...present].filter((ciphertext) => !known.has(ciphertext))
  const problems: EditProblem[] = []
  if (others.length > 0) {
    const elsewhere = ciphertextsIn(entriesOf(document))
    const unknown = others.filter((ciphertext) => !elsewhere.has(ciphertext))
    const broken = opens ? unknown.filter((ciphertext) => !opens(ciphertext)) : []
    if (broken.length > 0) {
      problems.push(
        error(
          'ciphertext',
          `${counted(broken.length, 'encrypted secret')} ${plural(broken.length, 'is', 'are')} truncated, damaged or from another stack, and could never be decrypted again. Restore the original ${plural(broken.length, 'value', 'values')}.`,
        ),
      )
    } else if (!opens && unknown.length > 0) {
      problems.push(
        warning(
          'ciphertext',
          `${counted(unknown.length, 'encrypted secret')} ${plural(unknown.length, 'is', 'are')} new: the state doesn’t show whether the stack’s key can decrypt ${plural(unknown.length, 'it', 'them')}.`,
        ),
      )
    }
  }
  if ([...known].some((ciphertext) => !present.has(ciphertext))) {
    problems.push(
      warning(
        'secretGone',
        'A secret is removed or replaced by plain text. Its value can only be restored from the previous version.',
      ),
    )
  }
  return problems
}

export function parsedText(text: string): { value: unknown } | { problem: EditProblem } {
  const parsed = parseJsonText(text)
  if (!('fault' in parsed))
    return isObject(parsed.value) ? parsed : { problem: error('shape', 'This is JSON, but not an object.') }
  const { message, line, column } = parsed.fault
  return { problem: { ...error('syntax', `${message} (line ${line}, column ${column}).`), line, column } }
}

/** Adds absent `urn` and `type` as empty strings, which all readers of entries require. */
const named = (entry: Resource): Resource =>
  typeof entry.urn === 'string' && typeof entry.type === 'string'
    ? entry
    : { ...entry, urn: entry.urn ?? '', type: entry.type ?? '' }
