import type { Basis } from '#contract/common.ts'
import type { ConfirmationLevel } from '#contract/recoveries.ts'
import { number, plural } from '#words/counts.ts'
import type { StateDocument } from '../state/checkpoint.ts'
import { stateMove } from '../commands.ts'
import { fullName, type NamedStack } from '../stackName.ts'
import { isObject } from '../json/jsonObject.ts'
import type { KnownStakes } from '../plan/planWrite.ts'
import { urnName } from '../state/urn.ts'
import { warning } from './edit.ts'
import { moveResources } from './moveResources.ts'
import { planOf, type PlannedEdit } from './planEdit.ts'
import { usesServiceSecrets } from './planOwnEdit.ts'

/** One of the two stacks of a move; `least` is the minimum level, for reasons outside of the state. */
export type MoveSide = { stack: NamedStack; basis: Basis; tags: Record<string, string>; least: ConfirmationLevel }
export type MoveFacts = { from: MoveSide; to: MoveSide; urns: readonly string[]; includeParents: boolean }

const MOVE_STAKES: Omit<KnownStakes, 'because'> = {
  level: 2,
  isAccounted: true,
  stopAndAsk: [],
}

/**
 * The effect of a move on both states, if this service keeps them (docs/state.md, Move). If it has the keys of both,
 * ciphertexts are re-encrypted, which is asynchronous: without `made`, they stay as they are, and `asked` lists those
 * to re-encrypt.
 */
export function planOwnMove(
  source: StateDocument,
  destination: StateDocument,
  { from, to, urns, includeParents }: MoveFacts,
  made: ReadonlyMap<string, string> | undefined,
): { source: PlannedEdit; destination: PlannedEdit; asked: string[] } {
  const adopted = withSecretsProvider(destination, source, { from: from.stack, to: to.stack })
  const isReencrypted =
    usesServiceSecrets(source.deployment, from.stack) && usesServiceSecrets(adopted.document.deployment, to.stack)
  const asked = new Set<string>()
  const reencrypt = (ciphertext: string) => {
    if (!made) asked.add(ciphertext)
    return made?.get(ciphertext) ?? ciphertext
  }
  const { project, stack } = to.stack
  const options = { destination: { project, stack }, includeParents }
  const move = moveResources(source, adopted.document, urns, { ...options, ...(isReencrypted && { reencrypt }) })
  const names = plural(urns.length, urnName(urns[0] ?? ''), `${number(urns.length)} resources`)
  const them = plural(urns.length, 'it', 'them')
  const [before, after] = [from, to].map((side) => fullName(side.stack))
  const because = [
    `Before the next pulumi up, remove ${names} from ${before}’s program and add ${them} to ${after}’s. Otherwise the next update of ${before} creates ${them} again, and that of ${after} deletes ${them}.`,
  ]
  const facts = {
    knownStakes: { ...MOVE_STAKES, because },
    terminal: [stateMove(from.stack, to.stack, urns, includeParents)],
  }
  const errors = move.problems.filter(({ severity }) => severity === 'error')
  return {
    source: planOf(
      source,
      { ...move.source, problems: move.problems },
      { ...from, ...facts, title: `Move ${names} to ${fullName(to.stack)}` },
    ),
    destination: planOf(
      destination,
      { ...move.destination, problems: [...errors, ...adopted.problems] },
      { ...to, ...facts, title: `Move ${names} here from ${fullName(from.stack)}` },
    ),
    asked: [...asked],
  }
}

/** Adds a secrets provider to an empty state: this service, if it encrypts the source's secrets. */
function withSecretsProvider(
  document: StateDocument,
  source: StateDocument,
  { from, to }: { from: NamedStack; to: NamedStack },
): { document: StateDocument; problems: ReturnType<typeof warning>[] } {
  const { deployment } = document
  const provider = source.deployment.secrets_providers
  const isEmpty = (deployment.resources ?? []).length === 0 && !deployment.secrets_providers
  if (!isEmpty || !provider || !usesServiceSecrets(source.deployment, from) || !isObject(provider.state))
    return { document, problems: [] }
  const state = { ...provider.state, owner: to.org, project: to.project, stack: to.stack }
  return {
    document: { ...document, deployment: { ...deployment, secrets_providers: { ...provider, state } } },
    problems: [
      warning('secretsProvider', 'The destination has no state yet: its secrets will be encrypted by this service.'),
    ],
  }
}
