import type { StackRef } from '#contract/common.ts'

/** The stack's full name, which users type to confirm; its address here. */
export const fullName = ({ org, project, stack }: StackRef): string => `${org}/${project}/${stack}`

/**
 * A stack for commands: `cliName` is its name there if that is not its full name here, because it is kept in a connected
 * backend (docs/backends.md, Names).
 */
export type NamedStack = StackRef & { cliName?: string | undefined }

/** A stack as commands know it: some only have the name to give. */
export type StackInCommands = NamedStack | { cliName: string }

/** The stack's name in commands. */
export const cliName = (stack: StackInCommands): string =>
  'org' in stack ? (stack.cliName ?? fullName(stack)) : stack.cliName

/** The stack under another project's name, for commands. */
export const inProject = ({ cliName: name, ...stack }: NamedStack, project: string): NamedStack => ({
  ...stack,
  project,
  ...(name !== undefined && { cliName: `organization/${project}/${stack.stack}` }),
})

/**
 * Whether a project or a stack can have this name (docs/protocol.md, Addresses and names). `.` and `..` never are names:
 * clients resolve them in paths, and a path is only ever built from such names.
 */
export const isName = (text: string): boolean => /^[A-Za-z0-9_.-]{1,100}$/.test(text) && text !== '.' && text !== '..'

/** In the place of the missing project of a stack in the legacy layout of a connected backend. */
export const NO_PROJECT = '-'

/** Whether these names, of a URN, are the stack's own. A stack without a project takes any. */
export const isNamedAs = (
  names: { project: string; stack: string },
  { project, stack }: Pick<StackRef, 'project' | 'stack'>,
): boolean => names.stack === stack && (project === NO_PROJECT || names.project === project)

/** The stack for names of URNs: without a project it has that of the resources. */
export const withProject = (stack: StackRef, project: string): StackRef =>
  stack.project === NO_PROJECT ? { ...stack, project } : stack

/** Parses a full name; undefined unless it is three names separated by slashes. */
export function parseFullName(text: string): StackRef | undefined {
  const [org, project, stack, ...more] = text.trim().split('/')
  return org && project && stack && more.length === 0 ? { org, project, stack } : undefined
}
