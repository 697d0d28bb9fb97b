import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'

/** What rules can and cannot do; the full text is docs/approvals.md. */
export const Limits = ({ isOpen }: { isOpen: boolean }) => (
  <Card look="section">
    <div id="limits" className="pt-2">
      <Disclosure summary="What rules can and cannot do" open={isOpen}>
        <div className="flex max-w-prose flex-col gap-2 text-muted">
          <p>
            Before each step that calls a provider, the CLI reports it and waits for the answer. A refused step is not
            run: it is neither in the state nor pending. While a step waits, so do the other steps of its batch, and the
            CLI prints a warning with the link, after a few seconds, then every three minutes.
          </p>
          <p>Rules do not stop:</p>
          <ul className="flex list-disc flex-col gap-1.5 pl-4">
            <li>
              Steps of clients that keep no journal (CLIs before 3.204, or with <code>PULUMI_DISABLE_JOURNALING</code>):
              they report only what they have done. A rule can refuse to start their updates.
            </li>
            <li>Changes made outside the CLI, in the console of the cloud for example: they are not seen.</li>
            <li>
              Edits and imports of a state, which call no provider, and recoveries: they have their own confirmation.
            </li>
            <li>Updates of stacks in connected backends: their clients do not report here.</li>
            <li>Components, providers, and what a refresh reads.</li>
          </ul>
          <p>
            A client says itself that it is a CI job or an agent: a rule about that can be evaded. User and token
            cannot.
          </p>
        </div>
      </Disclosure>
    </div>
  </Card>
)
