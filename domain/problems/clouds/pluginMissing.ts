import { preview } from '#domain/commands.ts'
import type { KnownProblem } from '../problem.ts'

export const pluginMissing: KnownProblem = {
  id: 'plugin-missing',
  group: 'clouds',
  order: 1,
  title: 'A provider plugin is missing',
  words: 'no resource plugin download 403 404 arm64',
  recoveries: ['install-plugin', 'restore-provider'],
  docs: {
    documented: 'Install by trial',
    does: 'Gives the version that the state names, and the command',
    refuses: 'To write another version without asking',
  },
  sees: [
    {
      says: "could not load plugin for aws provider 'urn:x': no resource plugin 'aws-v0.16.2' found in the workspace or on your $PATH",
      when: 'up to CLI 3.68',
    },
  ],
  means: 'The state needs a provider version that this machine does not have and could not download.',
  first: {
    say: 'Install the version that the message names.',
    run: () => ['pulumi plugin install resource NAME vVERSION', 'pulumi plugin ls'],
  },
  causes: [
    {
      cause: 'CI has an empty cache and no network',
      sign: 'It works on the laptop',
      so: 'Put the plugin in the image, or keep the cache',
    },
    {
      cause: 'Not built for this platform',
      sign: '403 on an arm64 machine, an old version',
      so: 'Upgrade the package, and run pulumi up once on x86-64',
    },
    { cause: 'Private, or somewhere else', sign: '404', so: 'Give its address with --server' },
    {
      cause: 'The old version stays in the state',
      sign: 'The package is newer than the message',
      so: 'pulumi up with the new package updates the entries',
    },
  ],
  steps: [
    {
      say: 'From somewhere else:',
      run: () => ['pulumi plugin install resource NAME vVERSION --server https://YOUR-SERVER'],
    },
    { say: 'Then:', run: (stack) => [preview(stack)] },
  ],
  never: [
    {
      what: 'changing the version in the state to whatever is installed',
      why: 'an older plugin misreads what a newer one wrote',
    },
  ],
  here: 'Resources, filtered by “provider”, shows each provider of the state with its version and who uses it.',
  errors: [
    {
      id: 'plugin-missing',
      fragments: [
        "no resource plugin '{x}-v{version}' found in the workspace or on your $PATH",
        {
          says: "no resource plugin '{x}' found in the workspace at version v{version} or on your $PATH",
          when: 'after CLI 3.68',
        },
        {
          says: "Could not automatically download and install resource plugin '{x}' at version v{version}, install the plugin using",
          when: 'CLI 3.59 and later',
        },
        'no resource plugin',
      ],
      recoveries: ['install-plugin'],
      advice: 'Install that version, or upgrade the package in the program and run pulumi up.',
      where: 'any update; reworded in 3.59 and 3.69',
    },
    {
      id: 'plugin-download-forbidden',
      fragments: [
        { says: '403 HTTP error fetching plugin', when: 'rate limit, private, or not built for this platform' },
      ],
      title: 'The plugin can’t be downloaded',
      meaning:
        'This old version was not built for this platform (arm64), the source is private, or its rate limit is reached.',
      recoveries: ['install-plugin'],
      advice: 'Upgrade the package on an x86-64 machine and run pulumi up there once, or grant access to the source.',
      where: 'any update',
    },
    {
      id: 'plugin-download-missing',
      fragments: ['404 HTTP error fetching plugin'],
      title: 'The plugin is not at the expected address',
      meaning: 'The version or its address does not exist, or the repository is private.',
      recoveries: ['install-plugin'],
      advice: 'Give the right server with pulumi plugin install --server, or upgrade the package.',
      where: 'any update',
    },
    {
      id: 'provider-not-loaded',
      fragments: [
        "could not load plugin for {x} provider '{urn}'",
        'could not load provider for resource',
        'could not find provider',
        'could not create provider',
        'could not load plugin for',
      ],
      title: 'A provider could not be started',
      meaning: 'Its plugin is missing, or its configuration was rejected.',
      advice: 'See which provider it is, and which version and settings it needs.',
      where: 'any update',
    },
    {
      id: 'bad-provider',
      fragments: [
        "bad provider reference '{x}' for resource '{urn}'",
        "unknown provider '{x}' for resource '{urn}'",
        'bad provider reference',
      ],
      title: 'A resource refers to a provider that can’t be used',
      meaning: 'The reference can’t be read, or its provider is missing (codes 2006 and 2007).',
      recoveries: ['restore-provider'],
      advice: 'Check the state: it shows which providers could take its place.',
      where: 'any update',
    },
  ],
}
