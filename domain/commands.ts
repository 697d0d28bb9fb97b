import type { Resource } from './state/checkpoint.ts'
import { commandLine as line, shell } from './shell.ts'
import { cliName, type StackInCommands } from './stackName.ts'
import {
  isDefaultProvider,
  isDynamicType,
  parseProviderReference,
  parseUrn,
  ROOT_STACK_TYPE,
  urnName,
  urnType,
} from './state/urn.ts'

/** Cancels the running update. It asks for the stack's name only on an interactive terminal, hence `--yes`. */
export const cancel = (stack: StackInCommands): string => line('pulumi', 'cancel', '--stack', cliName(stack), '--yes')

/** Creates a stack of the project of the current folder, whose name the CLI takes from its Pulumi.yaml: another one it refuses. */
export const stackInit = (org: string, stack: string): string => line('pulumi', 'stack', 'init', `${org}/${stack}`)

/** Lists the stacks of all projects. */
export const stackList = (): string => line('pulumi', 'stack', 'ls', '--all')
/** Prints the outputs of a stack, secrets masked. */
export const stackOutputs = (stack: string): string => line('pulumi', 'stack', 'output', '--stack', stack)

/** Lists runs of a self-managed backend, the hundred after the newest `before`. It takes whole pages only. */
export const runHistory = (stack: StackInCommands, { before }: { before: number }): string =>
  line(
    'pulumi',
    'stack',
    'history',
    '--stack',
    cliName(stack),
    '--page-size',
    '100',
    '--page',
    `${1 + Math.floor(before / 100)}`,
  )

/** Previews a refresh; writes nothing. */
export const refreshPreview = (stack: StackInCommands): string =>
  line('pulumi', 'refresh', '--preview-only', '--stack', cliName(stack))

/** Refreshes the stack. On a terminal it asks about each pending create. */
export const refresh = (stack: StackInCommands): string => line('pulumi', 'refresh', '--stack', cliName(stack))

export const refreshTarget = (stack: StackInCommands, urn: string): string => refreshTargets(stack, [urn])

/**
 * Refreshes only these resources. `skipsCreates`: without asking about the pending creates of the stack, which stay
 * pending (CLI 3.39 and later).
 */
export const refreshTargets = (
  stack: StackInCommands,
  urns: readonly string[],
  { skipsCreates = false }: { skipsCreates?: boolean } = {},
): string =>
  line(
    'pulumi',
    'refresh',
    '--stack',
    cliName(stack),
    ...(skipsCreates ? ['--skip-pending-creates'] : []),
    ...each('--target', urns),
  )

/**
 * Drops every pending create of the stack, checked or not (CLI 3.39 and later). `asks`: a person confirms the refresh.
 * Without a terminal nobody can, and the CLI then refuses to run without `--yes`.
 */
export const refreshClearingCreates = (stack: StackInCommands, { asks = true }: { asks?: boolean } = {}): string =>
  line('pulumi', 'refresh', '--clear-pending-creates', ...(asks ? [] : ['--yes']), '--stack', cliName(stack))

/** Deletes every resource of the stack. */
export const destroy = (stack: StackInCommands): string => line('pulumi', 'destroy', '--stack', cliName(stack))

/** Previews a destroy of these resources and their dependents; deletes nothing. */
export const destroyPreview = (stack: StackInCommands, urns: readonly string[]): string =>
  line(
    'pulumi',
    'destroy',
    '--preview-only',
    '--stack',
    cliName(stack),
    ...each('--target', urns),
    '--target-dependents',
  )

/**
 * Previews a replacement of these resources: the providers decide what else the engine would replace. Changes nothing.
 */
export const replacePreview = (stack: StackInCommands, urns: readonly string[]): string =>
  line('pulumi', 'preview', '--stack', cliName(stack), ...each('--replace', urns))

/** Flags that limit a command to these resources, optionally with their dependents. */
export const targetFlags = (urns: readonly string[], withDependents = false): string =>
  line(...each('--target', urns), ...(withDependents ? ['--target-dependents'] : []))

/** Flags that exclude these resources from a command, optionally with their dependents. */
export const excludeFlags = (urns: readonly string[], withDependents = false): string =>
  line(...each('--exclude', urns), ...(withDependents ? ['--exclude-dependents'] : []))

/**
 * The words that a command acts on. One that begins with a dash would be read as a flag (a URN `--all`, for example), so
 * that all follow `--`, which every command of the CLI takes as the end of its flags.
 */
const operands = (...words: string[]): string[] =>
  words.some((word) => word.startsWith('-')) ? ['--', ...words] : words

const each = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value])

export const preview = (stack: StackInCommands): string => line('pulumi', 'preview', '--stack', cliName(stack))
export const up = (stack: StackInCommands): string => line('pulumi', 'up', '--stack', cliName(stack))

/** Saves a copy of the state in a file; needs no lock and works on broken states. */
export const exportTo = (stack: StackInCommands, file: string): string =>
  line('pulumi', 'stack', 'export', '--stack', cliName(stack), '--file', file)

/**
 * Upgrades a self-managed backend of the old layout, and asks for the project of each stack that names none. Without the
 * variable CLIs since 3.257 refuse, with an error that advises this command; from 3.228 to 3.256 it ended in `_WARNING`.
 */
export const UPGRADE_ASKING = 'PULUMI_DIY_BACKEND_IGNORE_DEPRECATION_ERROR=1 pulumi state upgrade'

/** The same without questions: it skips those stacks. */
export const UPGRADE_BACKEND = `${UPGRADE_ASKING} --yes`

/** Exports the selected stack, for another backend; its secrets stay encrypted. */
export const exportSelected = (file: string): string => line('pulumi', 'stack', 'export', '--file', file)

/** The same with its secrets in plain text; with a stack's name, of that one. */
export const exportPlain = (file: string, stack?: string): string =>
  line('pulumi', 'stack', 'export', ...(stack ? ['--stack', stack] : []), '--show-secrets', '--file', file)

/** Exports the current state and imports it again, which drops every pending operation, checked or not. */
export const dropAllPending = (stack: StackInCommands): string =>
  shell`pulumi stack export --stack ${cliName(stack)} | pulumi stack import --stack ${cliName(stack)}`

export const stateDelete = (stack: StackInCommands, urn: string): string =>
  line('pulumi', 'state', 'delete', '--stack', cliName(stack), ...operands(urn))

/**
 * Removes entries from the state, optionally with their dependents; the cloud is not touched (docs/state.md, Delete).
 */
export const stateDeleteAll = (stack: StackInCommands, urns: readonly string[], withDependents: boolean): string =>
  line(
    'pulumi',
    'state',
    'delete',
    '--stack',
    cliName(stack),
    ...(withDependents ? ['--target-dependents'] : []),
    ...operands(...urns),
  )

/** `pulumi state protect`, `unprotect`, `taint` or `untaint` (docs/state.md, Flags). */
export const stateFlag = (
  stack: StackInCommands,
  flag: 'protect' | 'unprotect' | 'taint' | 'untaint',
  urns: readonly string[],
): string => line('pulumi', 'state', flag, '--stack', cliName(stack), ...operands(...urns))

/** Removes the protection of one resource without asking. */
export const unprotectNow = (stack: StackInCommands, urn: string): string =>
  line('pulumi', 'state', 'unprotect', '--stack', cliName(stack), '--yes', ...operands(urn))

/** Changes the name in a URN, and all references to it (docs/state.md, Rename a resource). */
export const stateRename = (stack: StackInCommands, urn: string, name: string): string =>
  line('pulumi', 'state', 'rename', '--stack', cliName(stack), ...operands(urn, name))

/** Moves resources into another stack's state (docs/state.md, Move); it drops the pending operations of both. */
export const stateMove = (
  source: StackInCommands,
  dest: StackInCommands,
  urns: readonly string[],
  includeParents: boolean,
): string =>
  line(
    'pulumi',
    'state',
    'move',
    '--source',
    cliName(source),
    '--dest',
    cliName(dest),
    ...(includeParents ? ['--include-parents'] : []),
    ...operands(...urns),
  )

/** Makes a file the current state; pending operations are forgotten (docs/state.md, Import a state). */
export const importFrom = (stack: StackInCommands, file: string): string =>
  line('pulumi', 'stack', 'import', '--stack', cliName(stack), '--file', file)

/** Repairs the order of entries and dangling references. */
export const stateRepair = (stack: StackInCommands): string =>
  line('pulumi', 'state', 'repair', '--stack', cliName(stack))

/**
 * Imports an existing object under the URN planned for `resource`: same type, name and parent (GR-07). `id` is the
 * provider's id; a placeholder takes its place if undefined. The CLI chooses default providers itself. Undefined for a
 * dynamic resource: its provider is in the program, and the import crashes without it.
 */
export function importResource(stack: StackInCommands, resource: Resource, id: string | undefined): string | undefined {
  if (isDynamicType(resource.type)) return undefined
  const flags = ['--stack', cliName(stack)]
  if (resource.parent && urnType(resource.parent) !== ROOT_STACK_TYPE) flags.push('--parent', named(resource.parent))
  const provider = parseProviderReference(resource.provider ?? '')
  if (!('error' in provider) && !isDefaultProvider(provider.urn)) flags.push('--provider', named(provider.urn))
  const what = [resource.type, parseUrn(resource.urn)?.name ?? resource.urn, id ?? '<id>']
  return line('pulumi', 'import', ...flags, ...operands(...what))
}

/** Imports an object of which only messages are known: what they do not say of it has a placeholder, to be filled in by hand. */
export const importByHand = (
  stack: StackInCommands,
  { type = 'TYPE', name = 'NAME', id = 'ID' }: { type?: string; name?: string; id?: string } = {},
): string => line('pulumi', 'import', '--stack', cliName(stack), ...operands(type, name, id))

/** `name=URN`; generated code uses the name for a variable. */
const named = (urn: string): string =>
  `${urnName(urn)
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^(?=\d|$)/, '_')}=${urn}`
