import { preview } from '#domain/commands.ts'
import { copyFirst, type KnownProblem } from '../problem.ts'

export const providerDowngraded: KnownProblem = {
  id: 'provider-downgraded',
  group: 'clouds',
  order: 2,
  title: 'A provider was downgraded',
  words: 'older version schema unexpected diff',
  recoveries: ['install-plugin'],
  docs: {
    documented: 'Edit the version in the JSON',
    does: 'Recommends the upgrade first; shows the edit with its effect',
    refuses: 'To go back a major version without asking',
  },
  sees: [
    { sees: 'A preview shows changes that no one made, or can’t read what is in the state' },
    { sees: 'The package’s version in the program is lower than the provider’s in the state' },
  ],
  means: 'The state was written by a newer version of the provider; the program asks for an older one.',
  first: {
    say: 'Upgrade the package to at least the version in the state.',
    run: (stack) => ['npm install @pulumi/NAME@VERSION', preview(stack)],
  },
  causes: [
    { cause: 'A lock file was not committed', sign: 'Laptop and CI use different versions', so: 'Commit it' },
    {
      cause: 'A branch with an older package was deployed',
      sign: 'The last update came from another branch',
      so: 'Merge, and deploy again',
    },
    {
      cause: 'It has to stay older',
      sign: 'the new version has a fault',
      so: 'Within one major version only; edit the provider entry’s version, then preview',
    },
  ],
  steps: [{ say: 'Which versions are where?', run: (stack) => ['pulumi plugin ls', ...copyFirst(stack)] }],
  never: [{ what: 'going back over a major version', why: 'properties have moved, and the plugin reads them wrong' }],
  here: 'The history names the branch and the commit of each update; Resources shows the provider’s version in the state.',
}
