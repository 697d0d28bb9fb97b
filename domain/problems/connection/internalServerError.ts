import { refreshPreview } from '#domain/commands.ts'
import type { KnownProblem } from '../problem.ts'

export const internalServerError: KnownProblem = {
  id: 'internal-server-error',
  group: 'connection',
  order: 1,
  title: 'Internal server error',
  words: '500 502 503 504 service down outage',
  recoveries: ['lost-lease', 'fix-network'],
  stackHealth: ['orphaned', 'notResponding'],
  docs: {
    documented: 'Wait, and try again',
    does: 'Keeps what it acknowledged; extends leases by its downtime; has probes',
    refuses: 'To lose a step that it has acknowledged',
  },
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
      so: 'Free space, or restore the database',
    },
    {
      cause: 'A proxy or load balancer cut it',
      sign: '502 or 504, and no such request in the service’s log',
      so: 'Raise its time-out and body limit',
    },
    { cause: 'A bug of the service', sign: '500 with a request id', so: 'Search its log for that id' },
  ],
  steps: [{ say: 'When it is back: was a run interrupted?', run: (stack) => [refreshPreview(stack)] }],
  never: [{ what: 'removing and recreating the stack', why: 'the state would be gone, and every resource untracked' }],
  here: 'Runs that were interrupted are under Needs attention. What was acknowledged before the trouble is in the state.',
  errors: [
    {
      id: 'server-error',
      fragments: [
        { says: '[500] Internal Server Error', when: 'any command' },
        { says: 'could not deserialize deployment: [503]', when: 'reading the state' },
        { says: '[502] Bad Gateway', when: 'a proxy in front of the service' },
        '[503] Service Unavailable',
        { says: '[504] Gateway Timeout', when: 'a proxy in front of the service' },
        'could not deserialize deployment: [502]',
        'could not deserialize deployment: [504]',
      ],
      recoveries: ['lost-lease'],
      where: 'any command with a service',
    },
  ],
}
