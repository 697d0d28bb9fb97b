import { preview } from '../../commands.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import { check } from '../check.ts'

/** Network and proxy problems (GR-31). The server does not see them, so this is a checklist. */
export const fixNetwork: GuidedRecovery = {
  id: 'fix-network',
  number: 31,
  phase: 'rest',
  title: 'Network or proxy',
  commands: 'none',
  offer: { in: 'guides', text: 'A run does nothing, or cannot connect.' },
  docs: {
    documented: 'Unset variables by trial and error',
    does: 'A checklist with commands; an empty run is recognised',
    refuses: "To change a machine's settings from a browser",
  },
  finding: () => undefined,
  guide: ({ stack, lastRun }) => ({
    explanation:
      'The CLI talks to its own plugins over 127.0.0.1, and to this server over the network. A proxy that intercepts the first, or a firewall that blocks the second, shows up as a run that does nothing or can’t connect.',
    steps: [
      {
        text: 'Exclude loopback addresses from the proxy: otherwise nothing happens, and no error is shown.',
        commands: ['export NO_PROXY=127.0.0.1,localhost,::1'],
      },
      {
        text: 'Check whether this server answers from that machine.',
        commands: ['pulumi whoami --verbose', "curl -sS -o /dev/null -w '%{http_code}' ADDRESS/healthz"],
      },
      { text: 'Check that the clocks agree: leases use this server’s clock.', commands: ['date -u'] },
      {
        text: 'A proxy that inspects TLS has its own certificate: the machine must trust it.',
        commands: ['export SSL_CERT_FILE=/path/to/ca.pem'],
      },
      {
        text: 'Then check that a preview works, with its log.',
        commands: [`${preview(stack)} --logtostderr -v=9`],
      },
    ],
    never: ['Don’t switch certificate checks off permanently: the token goes over that connection.'],
    checks: [
      check(
        lastRun?.status === 'succeeded',
        'The last update of this stack succeeded.',
        'The last update of this stack has not succeeded.',
      ),
    ],
    stopAndAsk: [],
  }),
}
