import type { MissingExtension } from '../state/missingExtensions.ts'
import { names } from './dangling.ts'
import { type Context, inEarlier, type RepairOption, type RepairProblem } from './plan.ts'

/** References to an extension blob that the state does not have (GR-11). A name is the hash of its blob. */
export function extensionProblem(context: Context, name: string, missing: readonly MissingExtension[]): RepairProblem {
  const entries = missing.map(({ at }) => at)
  const former = inEarlier(context, ({ deployment: { extensions } }) =>
    extensions && Object.hasOwn(extensions, name) ? (extensions[name] ?? undefined) : undefined,
  )
  const options: RepairOption[] = [
    ...(former
      ? [
          {
            id: `restore:${former.index.version}`,
            title: `Put the extension blob back from version ${former.index.version}`,
            risk: 'Nothing is lost.',
            level: 1,
            action: { do: 'place', changes: [{ place: ['extensions', name], value: former.found }] },
          } satisfies RepairOption,
        ]
      : []),
    {
      id: 'drop',
      title: 'Drop the reference to the extension',
      risk: 'The next update of the program sets it again. Until then a refresh or a destroy calls the provider without the extension, and fails if the provider does not know the resource’s type.',
      level: 2,
      action: {
        do: 'place',
        changes: entries.map((at) => ({ place: ['resources', at, 'extensionRef'], value: undefined })),
      },
    },
  ]
  return {
    id: `extension:${name}`,
    kind: 'extension',
    recovery: 'fix-references',
    title: `${names(context, entries)} refers to a missing extension blob: ${name}.`,
    findings: [],
    entries,
    options,
    ...(former
      ? { suggested: `restore:${former.index.version}` }
      : {
          advice:
            'No earlier version that is kept here has the blob. If an export or a backup has it, add it under extensions in the editor.',
        }),
  }
}
