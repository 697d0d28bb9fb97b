import { counted } from '#words/counts.ts'
import { preview, up } from '../../commands.ts'
import { shell } from '../../shell.ts'
import { setProviderVersion } from '../../edits/setProperty.ts'
import { pluginOf } from '../../state/providerPlugin.ts'
import { isProviderType, urnName } from '../../state/urn.ts'
import type { Facts, GuidedRecovery } from '../guidedRecovery.ts'
import { messageEvidence, recognisedFor } from './recognised.ts'
import { ask, oneByOne, option } from '../options.ts'
import { check } from '../check.ts'

/** A missing plugin, or a downgraded provider (GR-19). */
export const installPlugin: GuidedRecovery = {
  id: 'install-plugin',
  number: 19,
  phase: 'providers',
  title: 'A provider plugin is missing or was downgraded',
  commands: 'none',
  offer: { in: 'guides', text: 'What to install where, and what to do after a downgrade.' },
  docs: {
    documented: 'Try out versions; edit versions in the JSON',
    does: "Gives the exact version and install command; edits the provider entry's version, with its effect",
    refuses: "To edit a provider's name or ID; a lower major version without asking",
  },
  finding: (facts) => {
    const found = recognisedFor(facts, 'install-plugin')
    if (found.length === 0) return undefined
    return {
      isOfLastRun: true,
      tone: 'attention',
      title: 'A provider plugin was not found',
      explanation:
        'The state names the version of each provider that wrote it; the machine of the last run could not get one of them.',
      evidence: messageEvidence(facts, found),
      couldBeLost: 'After a downgrade, an older plugin may misread what the newer one wrote.',
      level: 2,
      items: providersOf(facts).map(({ name, version, users }) => `${name} ${version}, used by ${users}`),
    }
  },
  problems: (facts) =>
    providersOf(facts).map(({ entry, name, version, downloadUrl, users }) => ({
      id: `provider:${entry.urn}::${entry.id ?? ''}`,
      title: `${name} ${version} (${urnName(entry.urn)}), used by ${counted(users, 'resource')}.`,
      explanation:
        'The state asks for this version of the plugin. Change it only as the last resort after a downgrade.',
      urns: [entry.urn],
      evidence: [],
      clues: downloadUrl === undefined ? [] : [{ label: 'Download from', value: downloadUrl }],
      options: [
        option(
          {
            id: 'version',
            title: 'Ask for another version of the plugin',
            risk: 'An older plugin may misread the outputs that a newer one wrote, and plan replacements.',
            level: 2,
          },
          {
            asks: [ask('version', 'Version', 'As published, without v: for example 6.72.0.')],
            stopAndAsk: `If the major version becomes lower than ${version}, ask someone who knows the provider first.`,
            terminal: [preview(facts.stack)],
          },
        ),
      ],
      suggested: null,
      advice: 'Installing the version that the state names loses nothing: prefer that.',
    })),
  apply: ({ document }, chosen) =>
    oneByOne(
      document,
      chosen.map(({ problem: { urns, id }, choice }) => (base) => {
        const [urn = ''] = urns
        return setProviderVersion(
          base,
          { urn, id: id.slice(`provider:${urn}::`.length) },
          choice.inputs['version']?.trim() ?? '',
        )
      }),
    ),
  guide: (facts) => ({
    explanation: 'Install the plugin where the run failed, or go forward with the program’s package.',
    steps: [
      {
        text: 'Install the versions that the state names, on the machine of the failed run.',
        commands: providersOf(facts)
          .slice(0, 20)
          .map(({ name, version, downloadUrl }) =>
            downloadUrl === undefined
              ? shell`pulumi plugin install resource ${name} v${version}`
              : shell`pulumi plugin install resource ${name} v${version} --server ${downloadUrl}`,
          ),
      },
      {
        text: 'Or upgrade the package in the program and update: the entries then name the new version.',
        commands: [up(facts.stack)],
      },
      {
        text: 'On arm64, where an old version was never published: upgrade the package, and run one update on an x86-64 machine or runner.',
        commands: [],
      },
    ],
    never: ['Don’t edit the URN or the id of a provider entry: every resource names both.'],
    checks: [
      check(
        recognisedFor(facts, 'install-plugin').length === 0,
        'The last update found all its plugins.',
        'The last update did not find a plugin.',
      ),
    ],
    stopAndAsk: ['The version that you can get has a lower major version than the one that wrote the state.'],
  }),
}

/** Provider entries with a version, and the number of live resources of each. */
function providersOf({ document }: Facts) {
  const resources = document.deployment.resources ?? []
  const users = new Map<string, number>()
  for (const { provider, delete: old } of resources)
    if (provider && !old) users.set(provider, (users.get(provider) ?? 0) + 1)
  return resources.flatMap((entry) => {
    const { name, version, downloadUrl } = pluginOf(entry)
    if (!isProviderType(entry.type) || entry.delete || !version) return []
    return [{ entry, name, version, downloadUrl, users: users.get(`${entry.urn}::${entry.id ?? ''}`) ?? 0 }]
  })
}
