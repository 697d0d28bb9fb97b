import { capital } from '#words/capital.ts'
import { plainIntegrity } from '../../state/plainIntegrity.ts'
import { oldestCli } from '../../state/oldestCli.ts'
import { NOTHING_LOST } from '../nothingLost.ts'
import type { GuidedRecovery } from '../guidedRecovery.ts'
import { check } from '../check.ts'

/** The state has a version or feature that is not supported here (GR-18): it can be examined, but not edited. */
export const upgradeCli: GuidedRecovery = {
  id: 'upgrade-cli',
  number: 18,
  phase: 'readable',
  title: 'The state needs another version of the CLI',
  commands: 'none',
  docs: {
    documented: 'Change the version number in the JSON',
    does: 'Names the feature, the oldest CLI for it, and who wrote the state; shows it read-only',
    refuses: 'To remove a feature so that an old CLI accepts the state',
  },
  finding: ({ unreadable, document, cliVersion }) =>
    unreadable === null
      ? undefined
      : {
          tone: 'attention',
          title: 'The state needs another version of the CLI',
          explanation: `${capital(plainIntegrity(unreadable))}. It is kept byte for byte and handed out as it is; nothing here edits it.`,
          evidence: [
            { what: `It has schema version ${document.version}.`, source: 'state', at: null },
            ...(document.features ?? []).map((feature) => ({
              what: `It uses ${feature}, ${oldest(feature)}.`,
              source: 'state' as const,
              at: null,
            })),
            ...(cliVersion
              ? [{ what: `The last run was by CLI ${cliVersion}.`, source: 'environment' as const, at: null }]
              : []),
          ],
          couldBeLost: NOTHING_LOST,
          level: 0,
          items: [],
        },
  guide: ({ document, cliVersion, unreadable }) => ({
    explanation:
      'A newer CLI wrote features into the state that older ones, or this console, would lose. Everyone who works on this stack needs a CLI that is new enough.',
    steps: [
      ...(unreadable === null ? [] : [{ text: 'Upgrade Holdfast before you change the state here.', commands: [] }]),
      { text: `See which CLI runs where it was refused.`, commands: ['pulumi version'] },
      {
        text: `Upgrade it${cliVersion ? ` to ${cliVersion} or later, which wrote the state` : ''}: by your package manager, or with the installer.`,
        commands: ['curl -fsSL https://get.pulumi.com | sh'],
      },
      ...(document.features ?? []).map((feature) => ({ text: `${feature}: ${oldest(feature)}.`, commands: [] })),
    ],
    never: [
      'Don’t strip features or lower the version by hand for an old CLI: data is lost, and the old CLI does the wrong thing.',
    ],
    checks: [check(unreadable === null, 'The state can be read here.', 'The state can’t be read here.')],
    stopAndAsk: [],
  }),
}

function oldest(feature: string): string {
  const cli = oldestCli(feature)
  return cli === undefined
    ? 'which this console does not know; the CLI that wrote it does'
    : `which needs CLI ${cli} or later`
}
