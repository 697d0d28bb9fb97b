import { counted, plural } from '#words/counts.ts'
import { preview, refreshTarget, up } from '../../commands.ts'
import { reportErrors, unhealthyEntries } from '../../state/unhealthy.ts'
import { shortType } from '../../state/shortType.ts'
import { urnName } from '../../state/urn.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { NOTHING_LOST } from '../nothingLost.ts'
import { check } from '../check.ts'

const unhealthy = ({ document }: Facts) => unhealthyEntries(document.deployment.resources)

/** Created, but not healthy in time (GR-27). */
export const fixUnhealthy: GuidedRecovery = {
  id: 'fix-unhealthy',
  number: 27,
  phase: 'health',
  title: 'Created but not healthy',
  commands: 'refresh',
  docs: {
    documented: 'Delete the entry, or wait',
    does: "Lists the provider's messages; says what to check; gives the refresh",
    refuses: 'To remove the entry, which would leave the resource untracked',
  },
  finding: (facts) => {
    const entries = unhealthy(facts)
    if (entries.length === 0 || facts.lastRun?.status === 'running') return undefined
    return {
      tone: 'attention',
      title: `${counted(entries.length, 'resource')} ${plural(entries.length, 'was', 'were')} created but ${plural(entries.length, 'is', 'are')} not healthy`,
      explanation: 'They exist but were not ready in time. Every pulumi up updates them again until they are.',
      evidence: entries.slice(0, 5).flatMap(({ urn, initErrors }) =>
        (initErrors ?? []).slice(0, 2).map((what) => ({
          what: `${urnName(urn)}: ${what.slice(0, 300)}`,
          source: 'state' as const,
          at: null,
        })),
      ),
      couldBeLost: NOTHING_LOST,
      level: 0,
      items: entries.slice(0, 50).map(({ urn, type }) => `${urnName(urn)} (${shortType(type)})`),
    }
  },
  guide: (facts) => ({
    explanation: 'If it became healthy since, a refresh sees it; otherwise fix the cause, and update.',
    steps: [
      {
        text: 'Read how each is now.',
        commands: unhealthy(facts)
          .slice(0, 20)
          .map(({ urn }) => refreshTarget(facts.stack, urn)),
      },
      ...(unhealthy(facts).some(({ type }) => type.includes('Ingress'))
        ? [
            {
              text: 'An ingress without an address: its controller has to publish one into status.loadBalancer. Traefik needs kubernetes.ingressEndpoint (1.7 and later).',
              commands: ['kubectl get ingress --all-namespaces'],
            },
          ]
        : []),
      { text: 'Fix the cause in the program, and see what would change.', commands: [preview(facts.stack)] },
      { text: 'Update.', commands: [up(facts.stack)] },
    ],
    never: ['Don’t delete the entry to be rid of the message: the resource keeps running untracked.'],
    checks: [
      check(unhealthy(facts).length === 0, 'No resource reports errors.', `${reportErrors(unhealthy(facts).length)}.`),
    ],
    stopAndAsk: [],
  }),
}
