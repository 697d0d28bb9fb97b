import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

/** The order in which to examine problems when no message says more (docs/recovery.md, Order of triage). */
export const Triage = () => (
  <Card look="section" title="Not recognised: look in this order">
    <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5">
      <li>
        The line above the last one. “update failed” and “preview failed” only close the log; the cause is above them,
        often at the first “error:”.
      </li>
      <li>
        Does someone work on the stack, or did a run end without letting go?{' '}
        <TextLink to={paths.leases()}>Leases</TextLink> says who holds what, and for how long.
      </li>
      <li>
        Can the state be read, and does the engine accept it? Export it and{' '}
        <TextLink to={paths.open()}>open it here</TextLink>: it is verified, and repaired where it can be.
      </li>
      <li>Is anything pending from an interrupted run? The stack’s Recover page lists it, and so does Open.</li>
      <li>Are there old entries pending deletion, or resources that are not healthy?</li>
      <li>Does the provider’s plugin load, in the version that the state names? Is something protected?</li>
      <li>
        Otherwise it is the cloud, the network or the program that speaks: run the command again with{' '}
        <code className="font-mono">--logtostderr -v=9</code>, keep the log private (it holds secrets), and drop it
        here.
      </li>
    </ol>
  </Card>
)
