import { cancel, refreshPreview } from '#domain/commands.ts'
import { type Problem, pulumi } from './problem.ts'

export const leaseProblems: readonly Problem[] = [
  {
    id: 'conflict',
    sees: [
      {
        says: '[409] Conflict: Another update is currently in progress.',
        when: 'any command that writes, with a service',
      },
      {
        says: 'another update is currently in progress or was interrupted; try again later',
        when: 'services of early 2018',
      },
      {
        says: '[400] Bad Request: the update has already completed',
        when: 'pulumi cancel, when there is nothing to cancel',
      },
    ],
    means: 'One run at a time may change a stack, and another one holds its lease. Nothing is broken yet.',
    first: {
      say: 'See who holds it. If that process is alive, wait or ask its owner; nothing is lost by waiting.',
    },
    causes: [
      {
        cause: 'A colleague or a CI job is updating',
        sign: 'Alive: the lease is renewed, and steps continue',
        so: 'Wait, or get in line',
      },
      {
        cause: 'A run hangs',
        sign: 'Silent: it renews, but makes no progress',
        so: 'Press Ctrl-C once in its terminal; it then ends cleanly',
      },
      {
        cause: 'A runner died',
        sign: 'Suspect, then orphaned five minutes after its last renewal',
        so: 'Nothing to cancel: resolve what was in flight',
      },
      {
        cause: 'CI ended the job',
        sign: 'CI shows that it ended; the lease is not renewed',
        so: 'Release it, then resolve what was in flight',
      },
      {
        cause: 'It is another 409',
        sign: 'The text says “already exists” or “you are using”',
        so: 'A name is taken or a limit is reached; no lease is involved',
      },
    ],
    steps: [
      {
        say: 'Release the lease, but only if its process is certainly gone.',
        run: (stack) => ['# Operations that were in flight become pending.', cancel(stack)],
      },
      { say: 'Then check, before anything else writes.', run: (stack) => ['# Writes nothing.', refreshPreview(stack)] },
    ],
    never: [
      {
        what: 'pulumi up right after pulumi cancel',
        why: 'creates with an unknown outcome are repeated',
      },
      {
        what: 'cancelling someone else’s live run',
        why: 'it fails at once, and can no longer save what it has in flight',
      },
    ],
    here: 'The lease card of the stack: who holds it, from where, the last signs of life, what is in flight, who was refused.',
  },
  {
    id: 'lease-not-renewed',
    sees: [
      { says: 'renewing lease: token expired: [403]', when: 'during an update' },
      { says: 'failed to save snapshot: [403] The provided update token has expired', when: 'during an update' },
      { says: "failed to complete update: [409] Stack 'prod' is not locked by update id", when: 'at the end' },
      { says: "[404] Not Found: Update '1234' not found", when: 'the update or its stack was removed' },
    ],
    means: 'The run continued after its lease had ended. Its later changes in the cloud are not in the state.',
    first: {
      say: 'Let that process finish. Then see what it did after its last save: late reports are kept as evidence.',
    },
    causes: [
      {
        cause: 'The machine slept, or lost its network',
        sign: 'No renewal for 300 s; ended by expiry',
        so: 'Resolve what was in flight',
      },
      {
        cause: 'Someone cancelled it',
        sign: 'Ended by cancel, with a name',
        so: 'Ask why, then resolve what was in flight',
      },
      { cause: 'Another run took over', sign: 'A newer update has started', so: 'Let that one end first' },
      { cause: 'The stack was removed or renamed', sign: '404 instead of 403', so: 'Look for it under its new name' },
    ],
    steps: [
      {
        say: 'What happened to each resource? Compare with the cloud.',
        run: (stack) => ['# Writes nothing.', refreshPreview(stack)],
      },
    ],
    never: [{ what: 'running pulumi up again at once', why: 'it creates again what was created after the last save' }],
    here: 'The update’s page: why it ended, by whom, and what arrived late, with the IDs of what was created.',
  },
  {
    id: 'internal-server-error',
    sees: [
      { says: '[500] Internal Server Error', when: 'any command' },
      { says: 'could not deserialize deployment: [503]', when: 'reading the state' },
      { says: '[502] Bad Gateway', when: 'a proxy in front of the service' },
      { says: '[504] Gateway Timeout', when: 'a proxy in front of the service' },
    ],
    means: 'The service, or something in front of it, had trouble. What runs in the cloud does not depend on it.',
    first: {
      say: 'Check whether the service is up. If an update was running, don’t start another: look at its lease first.',
      run: () => ['curl -fsS https://YOUR-SERVICE/healthz'],
    },
    causes: [
      {
        cause: 'The service is down',
        sign: '/healthz does not answer',
        so: 'Start it; leases are extended by the downtime',
      },
      {
        cause: 'Its disk or database is',
        sign: '/readyz answers 503',
        so: 'Free space, or bring the database back',
      },
      {
        cause: 'A proxy or load balancer cut it',
        sign: '502 or 504, and no such request in the service’s log',
        so: 'Raise its time-out and body limit',
      },
      { cause: 'A bug of the service', sign: '500 with a request id', so: 'Search its log for that id' },
    ],
    steps: [{ say: 'When it is back: was a run interrupted?', run: (stack) => [refreshPreview(stack)] }],
    never: [
      { what: 'removing and recreating the stack', why: 'the state would be gone, and every resource untracked' },
    ],
    here: 'Runs that were interrupted are under Needs attention. What was acknowledged before the trouble is in the state.',
  },
  {
    id: 'cannot-connect',
    sees: [
      { says: 'performing HTTP request: Post "https://host/api": dial tcp: connection refused', when: 'any command' },
      {
        says: 'performing HTTP request: Get "https://host/api/user": x509: certificate signed by unknown authority',
        when: 'TLS',
      },
      { says: 'pulumi service: request rate-limit exceeded', when: 'too many calls; wait' },
      { says: 'API call failed (GET /api): could not read response body', when: 'the connection broke in the answer' },
    ],
    means: 'The CLI can’t reach the service. That call wrote nothing, and nothing needs repair.',
    first: {
      say: 'Which service does the CLI use, and does it answer?',
      run: () => ['pulumi whoami -v', 'curl -v https://YOUR-SERVICE/healthz'],
    },
    causes: [
      {
        cause: 'The service was down',
        sign: 'connection refused, and the page of the run says when Holdfast was down',
        so: 'Start it; a CLI that was running gave up after about 15 s',
      },
      { cause: 'Wrong address', sign: 'whoami names another host', so: 'pulumi login with the right address' },
      { cause: 'Firewall', sign: 'A time-out rather than a refusal', so: 'Open port 443 to the service' },
      {
        cause: 'TLS is intercepted',
        sign: 'x509, unknown authority',
        so: 'Add the company’s certificate to the system’s store',
      },
      { cause: 'The clock is wrong', sign: 'certificate is not yet valid, or has expired', so: 'Set the clock' },
      { cause: 'A proxy', sign: 'HTTP_PROXY or HTTPS_PROXY is set', so: 'See “Nothing happens behind a proxy”' },
    ],
    steps: [
      {
        say: 'Log in again, then try the smallest call.',
        run: () => ['pulumi login https://YOUR-SERVICE', 'pulumi whoami'],
      },
    ],
    never: [
      { what: 'turning certificate checks off permanently', why: 'the access token could be sent to another server' },
    ],
    here: 'Connect has the address, the login command and how to get a token.',
  },
  {
    id: 'proxy',
    sees: [
      { sees: 'The output ends at “Resources:”, and the prompt comes back' },
      { sees: 'A preview or an update hangs without an error; the server sees a run without resource events' },
    ],
    means:
      'Engine, language host and plugins talk to each other over 127.0.0.1. A proxy that intercepts those calls stops them.',
    first: {
      say: 'Exclude this machine from the proxy, and try again.',
      run: (stack) => [
        'export NO_PROXY=localhost,127.0.0.1,::1',
        'export no_proxy="$NO_PROXY"',
        pulumi(stack, 'preview'),
      ],
    },
    causes: [
      {
        cause: 'The proxy intercepts 127.0.0.1',
        sign: 'It works with the proxy variables unset',
        so: 'NO_PROXY as above, in CI too',
      },
      {
        cause: 'A VPN or security agent filters loopback',
        sign: 'It hangs without any proxy variable',
        so: 'An exception for local connections',
      },
    ],
    steps: [{ say: 'Which variables are set?', run: () => ['env | grep -i proxy'] }],
    never: [
      {
        what: 'killing it and starting again, over and over',
        why: 'an update that is killed in a step leaves pending operations',
      },
    ],
    here: 'A run that started and reported nothing is shown as silent on its lease card.',
  },
]
