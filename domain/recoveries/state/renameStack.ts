import { counted, plural } from '#words/counts.ts'
import { preview } from '../../commands.ts'
import { cliName, inProject } from '../../stackName.ts'
import { shell } from '../../shell.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { otherNames, otherProjects } from './otherNames.ts'
import { messageEvidence, recognisedFor } from '../resources/recognised.ts'
import { rewriteProblem, rewriteTo } from './rewriteNames.ts'
import { check } from '../check.ts'

/** The project was renamed on one side only (GR-25): every resource would look new. */
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
    const otherName = others[0]?.project ?? nameIn(facts)
    return {
      ...(found.length > 0 && { isOfLastRun: true }),
      tone: 'danger',
      title:
        otherName === undefined
          ? 'The project has two names'
          : `The project is called ${facts.stack.project} here, and ${otherName} elsewhere`,
      explanation:
        'The name of the project is part of every URN. Under another name all resources look new: pulumi up would delete and recreate everything.',
      evidence: [
        ...messageEvidence(facts, found),
        ...others.slice(0, 3).map(({ project, count }) => ({
          what: `${counted(count, 'resource')} ${plural(count, 'belongs', 'belong')} to the project ${project}; this stack belongs to ${facts.stack.project}.`,
          source: 'state' as const,
          at: null,
        })),
      ],
      couldBeLost: 'All resources, if you run pulumi up instead.',
      level: others.length > 0 ? 2 : 0,
      items: others.map(({ project, stack }) => `${project}/${stack}`),
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

/** The other name, as the engine's message quotes it. */
function nameIn({ messages, stack }: Facts): string | undefined {
  const [, name] = /project name ["'](.+?)["'] doesn.t match/.exec(messages.map(({ text }) => text).join('\n')) ?? []
  return name === stack.project ? undefined : name
}
