import type { KnownProblem } from '../problem.ts'

export const cliTooOld: KnownProblem = {
  id: 'cli-too-old',
  group: 'state',
  order: 4,
  title: 'The state needs a newer CLI',
  words: 'version features too new too old',
  recoveries: ['upgrade-cli'],
  docs: {
    documented: 'Change the version in the JSON',
    does: 'Shows the feature, the CLI that has it, and who wrote it',
    refuses: 'To remove the feature',
  },
  sees: [
    {
      says: "the stack 'prod' is newer than what this version of the Pulumi CLI understands",
      when: 'CLI before 3.183',
    },
    { says: "the stack 'prod' uses features that are not supported", when: 'CLI 3.183 and later' },
    { says: "the stack 'prod' is too old to be used", when: 'a state without a version' },
  ],
  means: 'A newer CLI wrote the state and used a feature that this one does not have. The state is fine.',
  first: {
    say: 'Upgrade the CLI that refuses; it is usually the one in CI.',
    run: () => ['pulumi version', 'pulumi about'],
  },
  causes: [
    {
      cause: 'Two CLI versions in use',
      sign: 'It works on the laptop and not in CI',
      so: 'Use the same version everywhere',
    },
    {
      cause: 'A new option in the program',
      sign: 'taint, hooks, views, replaceWith, …',
      so: 'At least the CLI that has it: 3.183 for hooks and views, 3.192 for taint, 3.207 for replaceWith',
    },
  ],
  steps: [],
  never: [
    {
      what: 'removing the features from the file',
      why: 'the old CLI would drop what it doesn’t understand when it saves',
    },
  ],
  here: 'Each update names the CLI that ran it; “Open a state file” names the features and who wrote them.',
  errors: [
    {
      id: 'version',
      fragments: [
        'is newer than what this version of the Pulumi CLI understands',
        'uses features that are not supported',
        'is too old to be used',
      ],
      title: 'The CLI can’t read this state',
      meaning: 'The state was written by a much newer CLI, or is older than this one can read.',
      advice: 'Upgrade to the CLI version that last wrote the state; never remove features from a state.',
      where: 'any command that reads the state',
    },
  ],
}
