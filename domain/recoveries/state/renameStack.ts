import { counted, plural } from '#words/counts.ts'
import { preview } from '../../commands.ts'
import { cliName, inProject } from '../../stackName.ts'
import { shell } from '../../shell.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { otherNames, otherProjects } from './otherNames.ts'
import { messageEvidence, recognisedFor } from '../resources/recognised.ts'
import { rewriteProblem, rewriteTo } from './rewriteNames.ts'
import { check } from '../check.ts'

/** Another project in Pulumi.yaml or in the state (GR-25): every resource would look new. */
export const renameStack: GuidedRecovery = {
  id: 'rename-stack',
  number: 25,
  phase: 'rest',
  title: 'The project or stack was renamed',
  commands: 'none',
  offer: { in: 'changes', text: 'The program’s name doesn’t match the stack.' },
  docs: {
    documented: 'Edit every URN in the JSON',
    does: 'Renames: rewrites every URN and keeps secrets and history; gives the line for `Pulumi.yaml`',
    refuses: 'To advise an update while the names differ',
  },
  finding: (facts) => {
    const found = recognisedFor(facts, 'rename-stack')
    const others = otherProjects(facts)
    if (found.length === 0 && others.length === 0) return undefined
    const { project } = facts.stack
    const [other] = others
    return {
      ...(found.length > 0 && { isOfLastRun: true }),
      tone: 'danger',
      // The message names the project of a stack, never that in Pulumi.yaml: which of the two changed is not known.
      title: other
        ? `Resources of this stack belong to the project ${other.project}`
        : 'Pulumi.yaml and this stack have different project names',
      explanation: `This stack belongs to the project ${project}. The project is part of every URN, so pulumi up finds none of these resources.`,
      evidence: [
        ...messageEvidence(facts, found),
        ...others.slice(0, 3).map(({ project, count }) => ({
          what: `${counted(count, 'resource')} ${plural(count, 'belongs', 'belong')} to the project ${project}; this stack belongs to ${facts.stack.project}.`,
          source: 'state' as const,
          at: null,
        })),
      ],
      couldBeLost: `${countedResources(facts)}: pulumi up would delete and create them again.`,
      level: others.length > 0 ? 2 : 0,
      items: others.map(
        ({ project, stack, count }) =>
          `${counted(count, 'resource')} whose ${plural(count, 'URN names', 'URNs name')} ${project}/${stack}`,
      ),
    }
  },
  problems: (facts) => otherProjects(facts).map((other) => rewriteProblem(facts, other, 2)),
  apply: rewriteTo,
  guide: (facts) => ({
    explanation: 'Decide which name is right, and use it in both places: Pulumi.yaml, and the stack here.',
    steps: [
      { text: 'The name in Pulumi.yaml was changed by mistake: change it back.', commands: [preview(facts.stack)] },
      {
        text: 'The new name is wanted: rename the stack, which rewrites every URN, together with Pulumi.yaml.',
        commands: [
          shell`pulumi stack rename --stack ${cliName(facts.stack)} ${cliName(inProject(facts.stack, 'NEW-PROJECT'))}`,
        ],
      },
      { text: 'Then a preview must show no create and no delete.', commands: [preview(facts.stack)] },
    ],
    never: ['Don’t run pulumi up while the names differ: it deletes and recreates every resource.'],
    checks: [
      check(
        otherNames(facts).length === 0,
        `All resources belong to ${facts.stack.project}/${facts.stack.stack}.`,
        `${counted(otherNames(facts).length, 'resource belongs', 'resources belong')} to another project or stack.`,
      ),
      check(
        recognisedFor(facts, 'rename-stack').length === 0,
        'The last update did not complain about the name.',
        'The last update complained about the name.',
      ),
    ],
    stopAndAsk: ['Other stacks read outputs of this one by its name.'],
  }),
}

function countedResources({ document: { deployment } }: Facts): string {
  const count = deployment.resources?.length ?? 0
  return count > 1 ? `All ${counted(count, 'resource')}` : 'All resources'
}
