import { counted, plural } from '#words/counts.ts'
import { exportTo, preview, refreshPreview } from '../../commands.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import { otherNames, otherStacks } from './otherNames.ts'
import { rewriteProblem, rewriteTo } from './rewriteNames.ts'
import { named } from '../named.ts'
import { check } from '../check.ts'

/** The state of another stack was imported (GR-28). */
export const rewriteForeignState: GuidedRecovery = {
  id: 'rewrite-foreign-state',
  number: 28,
  phase: 'rest',
  title: 'A state from another stack',
  commands: 'none',
  offer: { in: 'changes', text: 'Someone imported another stack’s file here.' },
  docs: {
    documented: 'Search and replace in the JSON',
    does: 'Shows which stack it is of and what would be lost; rewrites the names',
    refuses: 'To leave both stacks with the same resources unnoticed',
  },
  finding: (facts) => {
    const others = otherStacks(facts)
    if (others.length === 0) return undefined
    const count = others.reduce((sum, other) => sum + other.count, 0)
    return {
      tone: 'danger',
      title: 'The state holds resources of another stack',
      explanation:
        'Someone imported another stack’s file. This stack’s program finds nothing in it, and two stacks may manage the same objects.',
      evidence: [
        {
          what: `${counted(count, 'resource')} ${plural(count, 'belongs', 'belong')} to another stack.`,
          source: 'state',
          at: null,
        },
      ],
      couldBeLost: 'The resources this stack managed before, if the previous version is not restored.',
      level: 3,
      items: others.map(({ project, stack, count: of }) => `${project}/${stack}: ${of}`),
    }
  },
  problems: (facts) => otherStacks(facts).map((other) => rewriteProblem(facts, other, 3)),
  apply: rewriteTo,
  guide: ({ stack, document }) => ({
    explanation: `Imported by mistake: restore the version before, see ${named('restore-version')}. Moved on purpose: rewrite the names, and remove the entries from the other stack.`,
    steps: [
      { text: 'Keep a copy of what is there now.', commands: [exportTo(stack, 'imported.json')] },
      { text: `Imported by mistake: restore the version before, under ${named('restore-version')}.`, commands: [] },
      {
        text: 'Moved on purpose: rewrite the names below, then check that a preview changes nothing.',
        commands: [refreshPreview(stack), preview(stack)],
      },
    ],
    never: ['Don’t let both stacks keep the entries: the first destroy deletes the resources of both.'],
    checks: [
      check(
        otherNames({ stack, document }).length === 0,
        `All resources belong to ${stack.project}/${stack.stack}.`,
        `${counted(otherNames({ stack, document }).length, 'resource belongs', 'resources belong')} to another project or stack.`,
      ),
    ],
    stopAndAsk: ['The other stack still exists.'],
  }),
}
