import type { KnownProblem } from '../problem.ts'

export const cannotConnect: KnownProblem = {
  id: 'cannot-connect',
  group: 'connection',
  order: 2,
  title: 'Cannot connect',
  words: 'dial timeout refused tls certificate dns firewall',
  recoveries: ['fix-network'],
  docs: {
    documented: 'Try addresses and certificates',
    does: 'A checklist with commands; the login command',
    refuses: 'To advise switching certificate checks off',
  },
  sees: [
    { says: 'performing HTTP request: Post "https://host/api": dial tcp: connection refused', when: 'any command' },
    {
      says: 'performing HTTP request: Get "https://host/api/user": x509: certificate signed by unknown authority',
      when: 'TLS',
    },

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
  errors: [
    {
      id: 'network',
      fragments: ['performing HTTP request:'],
      title: 'The server could not be reached',
      meaning:
        'The connection failed: the server was down, or name, route, proxy or certificate are wrong. The page of the run says if Holdfast itself was down.',
      advice:
        'Check the address, port 443, the clock, TLS interception, and that 127.0.0.1 and localhost bypass the proxy.',
      where: 'any command with a service',
    },
    {
      id: 'rate-limit',
      fragments: [{ says: 'pulumi service: request rate-limit exceeded', when: 'too many calls; wait' }],
      title: 'Too many requests',
      meaning: 'The server asks this client to slow down.',
      recoveries: [],
      advice: 'Wait a minute and run it again; run fewer updates at the same time.',
      where: 'any command with a service',
    },
    {
      id: 'answer-cut-off',
      fragments: ['API call failed ( … could not read response'],
      title: 'The connection broke in the middle of a response',
      meaning: 'The server had started to respond when the connection closed.',
      recoveries: [],
      advice: 'Run it again. If it was a write, check first whether it went through.',
      where: 'any command with a service',
    },
  ],
}
