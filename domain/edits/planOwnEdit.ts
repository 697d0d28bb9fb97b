import type { EditOperation } from '#contract/edits.ts'
import type { StackRef } from '#contract/common.ts'
import type { Deployment, StateDocument } from '../state/checkpoint.ts'
import { isObject } from '../json/jsonObject.ts'
import { type EditFacts, planEdit, type PlannedEdit } from './planEdit.ts'

/** Whether this service encrypts the state's secrets, for exactly this stack. */
export function usesServiceSecrets(
  { secrets_providers: provider }: Deployment,
  { org, project, stack }: StackRef,
): boolean {
  if (provider?.type !== 'service' || !isObject(provider.state)) return false
  const { owner, project: ofProject, stack: ofStack } = provider.state
  return owner === org && ofProject === project && ofStack === stack
}

/**
 * The effect of an edit on a state kept by this service. Checking whether the service's key opens a ciphertext is
 * asynchronous: without `known`, all are assumed to open, and `asked` lists those to check.
 */
export function planOwnEdit(
  document: StateDocument,
  operation: EditOperation,
  facts: Omit<EditFacts, 'opens'>,
  known: ReadonlySet<string> | undefined,
): PlannedEdit & { asked: string[] } {
  if (!usesServiceSecrets(document.deployment, facts.stack))
    return { ...planEdit(document, operation, facts), asked: [] }
  const asked = new Set<string>()
  const opens = (ciphertext: string) => known?.has(ciphertext) ?? Boolean(asked.add(ciphertext))
  return { ...planEdit(document, operation, { ...facts, opens }), asked: [...asked] }
}
