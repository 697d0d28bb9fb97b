import type { Problem } from '#contract/recoveries.ts'
import { counted, number } from '#words/counts.ts'
import type { Resource } from '../../state/checkpoint.ts'
import { preview, refreshPreview } from '../../commands.ts'
import { objectIdentityOf } from '../../state/entryKeys.ts'
import { type LostEntry, lostEntries, restoreEntries } from '../../health/lostEntries.ts'
import { listed } from '../../edits/deleteResources.ts'
import type { EarlierVersion } from '../../repair/plan.ts'
import { isSealedOtherwise } from '../../edits/sealed.ts'
import { withExtensionsOf } from '../../edits/moveExtensions.ts'
import { applyDraft, type DraftEntry, error, refused, warning } from '../../edits/edit.ts'
import { shortType } from '../../state/shortType.ts'
import { parseProviderReference, urnName } from '../../state/urn.ts'
import type { FactsWithEarlier, GuidedRecovery, ReportedEntries } from '../guidedRecovery.ts'
import { option } from '../options.ts'
import { otherNameOnlyIn } from './otherNames.ts'

/**
 * Entries were removed from the state while their objects exist (GR-34): reported at the end of the update, restored from the version
 * before.
 */
export const restoreLostEntries: GuidedRecovery = {
  id: 'restore-lost-entries',
  number: 34,
  phase: 'lost',
  title: 'Resources disappeared from the state',
  commands: 'compare',
  docs: {
    documented: 'Import each one again',
    does: 'Reports it when a refresh loses many; restores the lost entries in order',
    refuses: 'To let an update create duplicates without a warning',
  },
  finding: ({ losses = [] }) => {
    const [first] = losses
    if (!first) return undefined
    const { title, explanation } = first
    return {
      tone: 'danger',
      title:
        losses.length > 1 ? `${title}, and ${counted(losses.length - 1, 'similar loss', 'similar losses')}` : title,
      explanation: `${explanation} Restore them before the next pulumi up.`,
      evidence: losses.map((loss) => ({ what: `${loss.title}.`, source: 'history', at: loss.at })),
      couldBeLost: 'Live resources stay untracked, and pulumi up would create duplicates.',
      level: 3,
      items: first.entries.slice(0, MAX_ITEMS).map(({ urn, type }) => `${urnName(urn)} (${shortType(type)})`),
    }
  },
  problems: (facts) => (facts.losses ?? []).flatMap((loss) => problem(facts, loss) ?? []),
  apply: (facts, chosen) => {
    let { document } = facts
    const unplaced: string[] = []
    for (const { problem: picked, option: how } of chosen) {
      const loss = facts.losses?.find(({ id }) => picked.id === `loss:${id}`)
      const former = loss && versionOf(facts, loss)
      if (!former) return refused(facts.document, [error('noVersion', 'The earlier version is no longer available.')])
      const lost = lostEntries(former.deployment, document.deployment)
      unplaced.push(...lost.flatMap(({ resource, obstacle }) => (obstacle === null ? [] : [resource.urn])))
      const wanted = new Set(lost.flatMap((entry) => (isOf(entry, how.id) ? [entry.at] : [])))
      const { resources, added } = restoreEntries(former.deployment, document.deployment, wanted)
      const extensions = withExtensionsOf(document.deployment, former.deployment, added)
      const deployment = { ...document.deployment, resources, ...(extensions && { extensions }) }
      document = { ...document, deployment }
    }
    const places = new Map(
      (facts.document.deployment.resources ?? []).map((entry, at) => [objectIdentityOf(entry), at]),
    )
    const draft = (document.deployment.resources ?? []).map((resource): DraftEntry => {
      const at = places.get(objectIdentityOf(resource)) ?? -1
      places.delete(objectIdentityOf(resource))
      return { at, resource }
    })
    const problems =
      unplaced.length > 0
        ? [
            warning(
              'otherObject',
              `Not restored, because another resource has the URN or the ID now: ${listed(unplaced)}.`,
              unplaced,
            ),
          ]
        : []
    const { extensions } = document.deployment
    return { ...applyDraft(facts.document, draft, extensions ? { extensions } : {}), problems }
  },
  guide: ({ stack }) => ({
    explanation:
      'The provider could not see these resources, so the refresh removed them from the state. The version before still has them, and the resources themselves were not touched.',
    steps: [
      {
        text: 'Fix the credentials, region, profile or cluster of the run that removed them.',
        commands: [],
      },
      { text: 'Restore the resources here.', commands: [] },
      {
        text: 'Preview a refresh: it should find everything now.',
        commands: [refreshPreview(stack)],
      },
      { text: 'Then preview: nothing should be created.', commands: [preview(stack)] },
    ],
    never: ['Don’t run pulumi up before they are restored: it creates duplicates.'],
    checks: [],
    stopAndAsk: ['Some may really be deleted in the cloud: a refresh with the right credentials removes them again.'],
  }),
}

const MAX_ITEMS = 50

/** `sealed`: the entries whose secrets the state's key does not decrypt. */
type Former = EarlierVersion & { sealed: readonly Resource[] }

/**
 * The version before a loss, without entries whose secrets nobody could read, and without those whose objects may be live
 * under another URN: restored, they would be tracked twice, and the next update would delete what the program does not
 * declare.
 */
function versionOf(facts: FactsWithEarlier, { baseVersion }: ReportedEntries): Former | undefined {
  const former = facts.earlier.find(({ version }) => version === baseVersion)
  if (!former || otherNameOnlyIn(former.deployment, facts.document.deployment, facts.stack)) return undefined
  const { deployment, unclear } = former
  const isClear = ({ urn, delete: isOld }: Resource) => isOld || !unclear?.has(urn)
  const clear = (deployment.resources ?? []).filter(isClear)
  const sealed = new Set(clear.filter((entry) => isSealedOtherwise(entry, deployment, facts.document.deployment)))
  const resources = clear.filter((entry) => !sealed.has(entry))
  const lost = lostEntries({ ...deployment, resources: [...sealed] }, facts.document.deployment)
  return { ...former, deployment: { ...deployment, resources }, sealed: lost.map(({ resource }) => resource) }
}

const providerOf = ({ provider = '' }: Resource): string => {
  const reference = parseProviderReference(provider)
  return 'error' in reference ? '' : reference.urn
}

/** Whether an option restores the entry: all entries, or those of one provider. */
const isOf = ({ resource }: LostEntry, id: string): boolean => id === 'all' || id === `provider:${providerOf(resource)}`

function problem(facts: FactsWithEarlier, loss: ReportedEntries): Problem | undefined {
  const former = versionOf(facts, loss)
  const about = { id: `loss:${loss.id}`, title: loss.title, clues: [], suggested: null }
  if (!former) {
    const advice = `Version ${loss.baseVersion} can’t be used any more: import what exists with pulumi import, then acknowledge the loss.`
    return { ...about, explanation: loss.explanation, urns: [], evidence: [], options: [], advice }
  }
  const lost = lostEntries(former.deployment, facts.document.deployment)
  const back = lost.filter(({ obstacle }) => obstacle === null)
  const stuck = lost.filter(({ obstacle }) => obstacle !== null)
  const providers = [...new Set(back.map(({ resource }) => providerOf(resource)).filter((urn) => urn !== ''))]
  const risk = 'Resources that are really gone come back too; the refresh that you preview next removes them again.'
  const options = [
    option({
      id: 'all',
      title: `Restore all ${number(back.length)} resources from version ${former.version}`,
      risk,
      level: 3,
    }),
    ...(providers.length > 1 ? providers : []).map((provider) =>
      option({
        id: `provider:${provider}`,
        title: `Restore those of the provider ${urnName(provider)} (${back.filter((entry) => isOf(entry, `provider:${provider}`)).length})`,
        risk,
        level: 3,
      }),
    ),
  ]
  return {
    ...about,
    explanation: loss.explanation,
    urns: back.slice(0, 500).map(({ resource }) => resource.urn),
    evidence: [
      {
        what: `Version ${former.version} has ${counted(back.length, 'resource')} that the state lacks, including what they refer to.`,
        source: 'history',
        at: null,
      },
      ...[...(former.unclear ?? [])].slice(0, 20).map(([was, is]) => ({
        what: `${urnName(was)} can’t be restored: it may be what ${urnName(is)} tracks now.`,
        source: 'state' as const,
        at: null,
      })),
      ...former.sealed.slice(0, 20).map(({ urn }) => ({
        what: `${urnName(urn)} can’t be restored: its secrets are encrypted with a key that the stack no longer uses.`,
        source: 'state' as const,
        at: null,
      })),
      ...stuck.slice(0, 20).map(({ resource, obstacle }) => ({
        what: `${urnName(resource.urn)} can’t be restored: ${obstacle}`,
        source: 'state' as const,
        at: null,
      })),
    ],
    options: back.length > 0 ? options : [],
    suggested: back.length > 0 ? 'all' : null,
    advice:
      back.length > 0
        ? null
        : stuck.length + former.sealed.length + (former.unclear?.size ?? 0) > 0
          ? 'Nothing can be restored here: look for the resources above, import those that exist with pulumi import, then acknowledge the loss.'
          : 'Nothing is left to restore: acknowledge the loss.',
  }
}
