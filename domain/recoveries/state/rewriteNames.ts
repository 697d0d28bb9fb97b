import type { ConfirmationLevel, Problem } from '#contract/recoveries.ts'
import { counted, plural } from '#words/counts.ts'
import { cliName, fullName, withProject } from '../../stackName.ts'
import { renameDocument } from '../../state/rename.ts'
import { shell } from '../../shell.ts'
import { applyDraft, error, refused, type StateEdit } from '../../edits/edit.ts'
import type { Chosen, FactsWithEarlier } from '../guidedRecovery.ts'
import type { otherNames } from './otherNames.ts'
import { option } from '../options.ts'

type Other = ReturnType<typeof otherNames>[number]

const idOf = ({ project, stack }: Pick<Other, 'project' | 'stack'>): string => `names:${project}/${stack}`

/**
 * The problem of entries with another stack's names, and the option to rewrite them as `stack rename` would
 * (docs/state.md, Rename a stack).
 */
export const rewriteProblem = ({ stack }: FactsWithEarlier, other: Other, level: ConfirmationLevel): Problem => ({
  id: idOf(other),
  title: `${counted(other.count, 'resource')} ${plural(other.count, 'belongs', 'belong')} to ${other.project}/${other.stack}.`,
  explanation: `This stack is ${fullName(stack)}: its program cannot find them under another name.`,
  urns: [],
  evidence: [],
  clues: [],
  options: [
    option(
      {
        id: 'rewrite',
        title: `Rewrite them to ${stack.project}/${stack.stack}`,
        risk: 'If the resources belong to the other stack, two stacks manage them afterwards, and one may delete what the other needs.',
        level,
      },
      {
        stopAndAsk: `If ${other.project}/${other.stack} exists still and has these entries too, ask its owner first.`,
        terminal: [shell`pulumi stack rename ${cliName(stack)}`],
      },
    ),
  ],
  suggested: null,
  advice: null,
})

/** Rewrites every URN of the chosen names to the stack's own. */
export function rewriteTo({ document, stack }: FactsWithEarlier, chosen: readonly Chosen[]): StateEdit {
  let renamed = document
  for (const { problem } of chosen) {
    const [project, name] = problem.id.slice('names:'.length).split('/')
    if (project === undefined || name === undefined)
      return refused(document, [error('noName', 'It is not clear which names are meant.')])
    renamed = renameDocument(renamed, { org: stack.org, project, stack: name }, withProject(stack, project))
  }
  const { resources, pending_operations, secrets_providers } = renamed.deployment
  const before = document.deployment
  const beside = {
    ...(pending_operations !== before.pending_operations && { pending_operations: pending_operations ?? null }),
    ...(secrets_providers !== before.secrets_providers && { secrets_providers: secrets_providers ?? null }),
  }
  return {
    ...applyDraft(
      document,
      (resources ?? []).map((resource, at) => ({ at, resource })),
      beside,
    ),
    problems: [],
  }
}
