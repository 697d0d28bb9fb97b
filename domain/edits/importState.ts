import type { EditProblem } from '#contract/edits.ts'
import type { StackRef } from '#contract/common.ts'
import { counted, list, plural } from '#words/counts.ts'
import type { KnownStakes } from '../plan/planWrite.ts'
import { isInCloud, lossInShort, lossOf, pendingSentences } from '../plan/stakes.ts'
import { fullName, isNamedAs, withProject } from '../stackName.ts'
import { readState, type SecretsProvider, type StateDocument } from '../state/checkpoint.ts'
import { entryKeys } from '../state/entryKeys.ts'
import { isObject } from '../json/jsonObject.ts'
import { sameJson } from '../json/sameJson.ts'
import { migrate } from '../state/migration.ts'
import { renameDocument } from '../state/rename.ts'
import { isSecret, SECRET_SIGNATURE, SIGNATURE } from '../state/secrets.ts'
import { parseUrn } from '../state/urn.ts'
import { mapValue } from '../state/values.ts'
import {
  applyDraft,
  type DraftEntry,
  error,
  hasError,
  refused,
  type StateEdit,
  warning,
  withDeployment,
} from './edit.ts'
import { type EditFacts, type PlannedEdit, planOf } from './planEdit.ts'
import { BASIS_KEY, entriesOf, parsedText } from './replace.ts'
import { ciphertextsIn } from './sealed.ts'

/** A state to import, in any container: what `pulumi stack export` writes, or a self-managed backend stores. */
export type ImportOperation = {
  do: 'importState'
  text: string
  /** Rewrites the URNs of another stack's state to this stack's names. */
  rename: boolean
  /** The secrets provider of this stack, for secrets that arrive in plain text. */
  provider: SecretsProvider
  /** Ciphertexts by plaintext; null for a plan, which shows neither. */
  made: [plaintext: string, ciphertext: string][] | null
}

/** Facts about the imported text, for the page that asks for the decisions. */
export type ImportedFacts = {
  /** The stack to which its entries belong; null if it has none, or they belong to several. */
  from: { project: string; stack: string } | null
  entries: number
  pending: number
  /** What the state before loses, worst first. */
  loss: string[]
}

export type PlannedImport = PlannedEdit & {
  imported: ImportedFacts
  /** Ciphertexts of which the caller must find out whether the stack's key opens them. */
  asked: string[]
  /** Secrets in plain text that the caller must encrypt with the stack's key before it writes. */
  plain: string[]
}

const NONE: ImportedFacts = { from: null, entries: 0, pending: 0, loss: [] }

/**
 * The effect of importing a state (docs/moving.md): unlike `pulumi stack import` it keeps pending operations, unknown
 * keys and the order of the entries. Secrets stay with a provider whose key others have, or come under this stack's
 * key; a ciphertext that no one could decrypt afterwards is refused. Without `known`, all ciphertexts of the service
 * are assumed to open.
 */
export function planImport(
  base: StateDocument,
  operation: ImportOperation,
  facts: Omit<EditFacts, 'opens' | 'knownStakes'>,
  known: ReadonlySet<string> | undefined,
): PlannedImport {
  const asked = new Set<string>()
  const opens = (ciphertext: string): boolean => known?.has(ciphertext) ?? Boolean(asked.add(ciphertext))
  const read = readImported(operation, facts.stack)
  const plan = (edit: StateEdit, imported: ImportedFacts, plain: string[] = []): PlannedImport => {
    const planned = planOf(base, edit, {
      ...facts,
      ...stakesFor(base, edit),
      title: titleOf(base, imported, facts.stack),
      terminal: [],
    })
    const problems = planned.plan.problems.map((problem) =>
      problem.code === 'wouldBreak' ? repairFirst(planned.plan.integrityAfter) : problem,
    )
    // Each is said once: what is lost in `loss`, that operations are pending in a problem.
    const short = imported.loss.length > 0 ? lossInShort(edit.changed) : []
    const said = new Set([...(short.length > 0 ? imported.loss : []), pendingSentences(base, edit.document).added])
    const because = [...short, ...planned.plan.because.filter((why) => !said.has(why))]
    return { ...planned, plan: { ...planned.plan, problems, because }, imported, asked: [...asked], plain }
  }
  if ('problem' in read) return plan(refused(base, [read.problem]), read.imported)
  const { document, imported } = read
  const secrets = withSecrets(document, operation, {
    stack: facts.stack,
    opens,
    own: base.deployment.secrets_providers,
  })
  if (hasError(secrets.problems)) return plan(refused(base, secrets.problems), imported)
  const edit = replaceWith(base, secrets.document)
  const problems = [
    ...oldStackProblem(base, edit),
    ...secrets.problems,
    ...(secrets.problems.length === 0 ? providerProblem(base, edit) : []),
    ...pendingProblem(imported),
  ]
  return plan({ ...edit, problems }, { ...imported, loss: importLoss(base, edit) }, secrets.plain)
}

/** What the state before loses, and first that the file may be the wrong one: nothing of it is there. */
function importLoss(base: StateDocument, { document, changed }: Pick<StateEdit, 'document' | 'changed'>): string[] {
  const { removed } = pendingSentences(base, document)
  return [...otherFile(base, changed), ...lossOf(base, changed), ...(removed === undefined ? [] : [removed])]
}

/** A state of other resources. The root of the stack has the same URN in every file that is renamed to it. */
function otherFile(base: StateDocument, { added, removed }: StateEdit['changed']): string[] {
  const present = base.deployment.resources ?? []
  const lost = removed.filter(isInCloud).length
  const isOther = lost > 0 && lost === present.filter(isInCloud).length && added.some(isInCloud)
  if (!isOther) return []
  return [
    `${removed.length === present.length ? 'Nothing' : 'No cloud resource'} in this file is in the current state: probably the wrong file or stack. Choose another file, or change the stack name above.`,
  ]
}

/** That a provider of its own, or another than before, encrypts secrets from now on, where nothing else says so. */
function providerProblem(base: StateDocument, { document }: Pick<StateEdit, 'document'>): EditProblem[] {
  const [was, is] = [base.deployment.secrets_providers, document.deployment.secrets_providers]
  if (!is || sameJson(was, is)) return []
  if (isEmpty(base))
    return is.type === 'service'
      ? []
      : [warning('secretsProvider', `Secrets use ${providerName(is)}: the CLI needs ${needed(is)}.`)]
  if (!was) return []
  return [
    warning(
      'secretsProvider',
      `The secrets provider changes from ${providerName(was)} to ${providerName(is)}: from then on the CLI needs ${needed(is)}.`,
    ),
  ]
}

type Read = { document: StateDocument; imported: ImportedFacts } | { problem: EditProblem; imported: ImportedFacts }

function readImported({ text, rename }: ImportOperation, stack: StackRef): Read {
  const stop = (problem: EditProblem, imported = NONE): Read => ({ problem, imported })
  const parsed = parsedText(text)
  if ('problem' in parsed) return stop(parsed.problem)
  if (isObject(parsed.value) && BASIS_KEY in parsed.value)
    return stop(
      error(
        'editedText',
        'This file was downloaded here to be edited: save it under “Edit the whole state” of its stack.',
      ),
    )
  const state = readState(parsed.value)
  if (!state.ok) return stop(error('unreadable', `This is no state that can be imported: ${state.problem}.`))
  const document = migrate(state.document)
  const names = stacksIn(document)
  const [first] = names
  const imported: ImportedFacts = {
    from: names.length === 1 && first ? first : null,
    entries: document.deployment.resources?.length ?? 0,
    pending: document.deployment.pending_operations?.length ?? 0,
    loss: [],
  }
  if (names.length > 1) {
    const all = list(names.slice(0, 5).map(({ project, stack: name }) => `${project}/${name}`))
    return stop(
      error(
        'mixedStacks',
        `Its entries belong to ${counted(names.length, 'stack')}: ${all}. A state has those of one.`,
      ),
      imported,
    )
  }
  if (!first || isNamedAs(first, stack)) return { document, imported }
  if (!rename) {
    const own = { org: stack.org, ...first }
    return stop(
      error(
        'foreignStack',
        `This is the state of ${first.project}/${first.stack}, not of ${stack.project}/${stack.stack}. Import it as ${fullName(own)}, or have it renamed.`,
      ),
      imported,
    )
  }
  return {
    document: renameDocument(document, { org: stack.org, ...first }, withProject(stack, first.project)),
    imported,
  }
}

/** The stacks to which its entries belong. An invalid URN belongs to none: the verifiers object to it. */
export function stacksIn(document: StateDocument): { project: string; stack: string }[] {
  const found = new Map<string, { project: string; stack: string }>()
  for (const { urn } of entriesOf(document)) {
    const parts = parseUrn(urn)
    if (parts) found.set(`${parts.project}/${parts.stack}`, { project: parts.project, stack: parts.stack })
  }
  return [...found.values()]
}

type SecretRules = {
  stack: StackRef
  opens: (ciphertext: string) => boolean
  own: SecretsProvider | null | undefined
}

/** Decides who can decrypt the secrets afterwards, and encrypts those that arrived in plain text. */
function withSecrets(
  document: StateDocument,
  { provider, made }: ImportOperation,
  { stack, opens, own }: SecretRules,
): { document: StateDocument; problems: EditProblem[]; plain: string[] } {
  const entries = entriesOf(document)
  const theirs = document.deployment.secrets_providers
  const [ciphertexts, { plain, isMalformed }] = [ciphertextsIn(entries), plaintextsIn(entries)]
  const stop = (problem: EditProblem) => ({ document, problems: [problem], plain: [] })
  if (isMalformed)
    return stop(error('shape', 'A secret in this file has a value that is not text: no CLI can read it.'))
  const sealed = counted(ciphertexts.size, 'secret')
  if (ciphertexts.size > 0) {
    if (!theirs || theirs.type === '')
      return stop(
        error(
          'noProvider',
          `${sealed} ${are(ciphertexts)} encrypted, and the file does not name by what: nothing could decrypt ${them(ciphertexts)}. ${AGAIN}`,
        ),
      )
    if (theirs.type === 'service' && [...ciphertexts].filter((each) => !opens(each)).length > 0)
      return stop(
        error(
          'ciphertext',
          `${sealed} ${are(ciphertexts)} encrypted with the key of another stack or server, which is not here. ${AGAIN}`,
        ),
      )
    if (theirs.type !== 'service' && plain.length > 0)
      return stop(
        error(
          'mixedSecrets',
          `Some secrets are encrypted by ${providerName(theirs)}, others are in plain text: they cannot be kept together. ${AGAIN}`,
        ),
      )
  }
  const isTheirs = ciphertexts.size > 0 && theirs?.type !== 'service'
  if (isTheirs && theirs) {
    const problem = warning(
      'secretsKept',
      `${sealed} ${plural(ciphertexts.size, 'stays', 'stay')} encrypted by ${providerName(theirs)}, which Holdfast cannot decrypt: the CLI needs ${needed(theirs)}, as before, with the same Pulumi.${stack.stack}.yaml. To bring ${them(ciphertexts)} under this stack’s key, run afterwards: pulumi stack change-secrets-provider default`,
    )
    return { document, problems: [problem], plain: [] }
  }
  // Nothing is encrypted by others: the stack's own provider holds from now on.
  const needsOwn = plain.length > 0 || ciphertexts.size > 0 || theirs?.type === 'service' || !theirs
  const provided = needsOwn ? withProvider(document, own?.type === 'service' ? own : provider) : document
  if (plain.length === 0) return { document: provided, problems: [], plain }
  return {
    document: encrypted(provided, new Map(made ?? [])),
    problems: [
      warning(
        'secretsEncrypted',
        `${counted(plain.length, 'secret')} ${plural(plain.length, 'is', 'are')} in plain text in the file, and will be encrypted with this stack’s key. Delete the file afterwards.`,
      ),
    ],
    plain,
  }
}

const AGAIN = 'Export it again with pulumi stack export --show-secrets.'
const are = ({ size }: ReadonlySet<string>): string => plural(size, 'is', 'are')
const them = ({ size }: ReadonlySet<string>): string => plural(size, 'it', 'them')

function providerName({ type, state }: SecretsProvider): string {
  if (type === 'passphrase') return 'a passphrase'
  if (type === 'service') return 'this stack’s key on the server'
  const url = isObject(state) ? state['url'] : undefined
  return typeof url === 'string' && url !== '' ? (url.split('?')[0] ?? url) : `the provider “${type}”`
}

const needed = ({ type }: SecretsProvider): string =>
  type === 'passphrase'
    ? 'PULUMI_CONFIG_PASSPHRASE'
    : type === 'service'
      ? 'no passphrase or key of its own'
      : 'access to that key'

const withProvider = (document: StateDocument, provider: SecretsProvider): StateDocument =>
  sameJson(document.deployment.secrets_providers, provider)
    ? document
    : { ...document, deployment: { ...document.deployment, secrets_providers: provider } }

/** Distinct secrets in plain text, as JSON texts. */
function plaintextsIn(value: unknown): { plain: string[]; isMalformed: boolean } {
  const found = new Set<string>()
  let isMalformed = false
  mapValue(value, (part) => {
    if (!isSecret(part) || !isObject(part) || !('plaintext' in part)) return undefined
    if (typeof part['plaintext'] === 'string') found.add(part['plaintext'])
    else isMalformed = true
    return part
  })
  return { plain: [...found], isMalformed }
}

/** In the place of a ciphertext that a plan does not have yet. Not empty: the engine could not decode that. */
const NOT_YET_ENCRYPTED = 'not encrypted yet'

/** Puts ciphertexts in the place of plaintexts; for a plan, which has none yet, placeholders of the same shape. */
function encrypted(document: StateDocument, made: ReadonlyMap<string, string>): StateDocument {
  const inEntry = <Entry>(entry: Entry): Entry =>
    mapValue(entry, (part) =>
      isSecret(part) && isObject(part) && typeof part['plaintext'] === 'string'
        ? { [SIGNATURE]: SECRET_SIGNATURE, ciphertext: made.get(part['plaintext']) ?? NOT_YET_ENCRYPTED }
        : undefined,
    ) as Entry // only secrets inside of it change
  const { resources, pending_operations } = document.deployment
  return {
    ...document,
    deployment: {
      ...document.deployment,
      ...(resources && { resources: resources.map(inEntry) }),
      ...(pending_operations && { pending_operations: pending_operations.map(inEntry) }),
    },
  }
}

/** The imported document in place of the base; unchanged entries are shared by reference. */
function replaceWith(base: StateDocument, next: StateDocument): Pick<StateEdit, 'document' | 'changed'> {
  const current = migrate(base)
  const former = current.deployment.resources ?? []
  const places = new Map(entryKeys(former).map((key, at) => [key, at]))
  const resources = next.deployment.resources ?? []
  const keys = entryKeys(resources)
  const draft = resources.map((resource, index): DraftEntry => {
    const at = places.get(keys[index] ?? '') ?? -1
    const was = former[at]
    return { at, resource: was && sameJson(was, resource) ? was : resource }
  })
  if (sameJson(base.deployment, next.deployment)) return { document: base, changed: applyDraft(current, draft).changed }
  const { changed } = applyDraft(current, draft)
  return { document: withDeployment(next, next.deployment), changed }
}

/** The first thing to know before resources come to a second stack. */
const oldStackProblem = (base: StateDocument, { document }: Pick<StateEdit, 'document'>): EditProblem[] =>
  !isEmpty(base) || (document.deployment.resources?.length ?? 0) === 0
    ? []
    : [
        warning(
          'oldStack',
          'Don’t update the old stack any more: two stacks that manage the same resources undo each other’s changes.',
        ),
      ]

const pendingProblem = ({ pending }: ImportedFacts): EditProblem[] =>
  pending === 0
    ? []
    : [
        warning(
          'pendingKept',
          `${counted(pending, 'operation')} ${plural(pending, 'is', 'are')} pending, and ${plural(pending, 'is', 'are')} kept: what ${plural(pending, 'it', 'they')} did is unknown. Resolve ${plural(pending, 'it', 'them')} under “Recover” before the next update.`,
        ),
      ]

function titleOf(base: StateDocument, { from }: ImportedFacts, { project, stack }: StackRef): string {
  if (!isEmpty(base)) return `Replace the state of ${project}/${stack}`
  return from ? `Import the state of ${from.project}/${from.stack}` : 'Import a state'
}

const isEmpty = ({ deployment: { resources = [], pending_operations = [] } }: StateDocument): boolean =>
  (resources ?? []).length + (pending_operations ?? []).length === 0

/** An empty stack has nothing to lose; what can go wrong is that two stacks manage the same resources. */
function stakesFor(base: StateDocument, { document }: StateEdit): { knownStakes?: KnownStakes } {
  if (!isEmpty(base)) return {}
  const count = document.deployment.resources?.length ?? 0
  const why = `${counted(count, 'resource')} will be managed by this stack from now on.`
  return {
    knownStakes: { level: count > 0 ? 2 : 1, because: count > 0 ? [why] : [], stopAndAsk: [], isAccounted: true },
  }
}

const repairFirst = ([first = '']: readonly string[]): EditProblem =>
  error('wouldBreak', `This state is invalid: ${first}. Repair it under “Open a state file”, and import the result.`)
