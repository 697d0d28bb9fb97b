import { type KnownProblem, pulumi } from '../problem.ts'

export const proxy: KnownProblem = {
  id: 'proxy',
  group: 'connection',
  order: 3,
  title: 'Nothing happens behind a proxy',
  words: 'http_proxy no_proxy hangs localhost grpc',
  recoveries: ['fix-network'],
  docs: {
    documented: 'Unset variables by trial and error',
    does: 'Recognises it in a pasted log; the lines for `NO_PROXY`',
    refuses: 'To call it an error of the state',
  },
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
  here: 'A run that started and reported nothing is shown as not progressing on its lease card.',
  errors: [
    {
      id: 'nothing-after-resources',
      fragments: ['Resources:'],
      where: 'pulumi preview or up',
      isLastLine: true,
    },
  ],
}
