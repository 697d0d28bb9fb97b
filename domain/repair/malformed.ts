import type { Resource } from '../state/checkpoint.ts'
import type { IntegrityError } from '../state/integrity.ts'
import { objectKey } from '../state/entryKeys.ts'
import { sameJson } from '../json/sameJson.ts'
import { aliasLine } from '../edits/renameResource.ts'
import { childQualifiedType, makeUrn, parseUrn, urnAssertion, urnType } from '../state/urn.ts'
import { names, removeOption } from './dangling.ts'
import { type RepairOption, type Context, inEarlier, liveFirst, type RepairProblem } from './plan.ts'

/** `manifest.magic` does not match `manifest.version` (GR-14). */
export function magicProblem(context: Context, finding: IntegrityError): RepairProblem {
  const version = context.document.deployment.manifest?.version ?? ''
  return {
    id: 'magic',
    kind: 'magic',
    recovery: 'fix-entry',
    title: 'The checksum doesn’t match: the file was edited or merged by hand.',
    findings: [finding],
    entries: [],
    options: [
      {
        id: 'recompute',
        title: version === '' ? 'Clear the checksum' : `Recompute the checksum for ${version}`,
        risk: 'Nothing is lost. Check what else was edited: the checksum covers only the version.',
        level: 2,
        action: { do: 'magic' },
      },
    ],
    suggested: 'recompute',
  }
}

/** An entry with an invalid URN, type or ID (R2 to R5). */
export function malformedProblem(context: Context, at: number, findings: IntegrityError[]): RepairProblem {
  const entry = context.resources[at] ?? { urn: '', type: '' }
  const rules = new Set(findings.map(({ rule }) => rule))
  const options: RepairOption[] = []
  const set = (id: string, title: string, risk: string, key: string, value: unknown) =>
    options.push({ id, title, risk, level: 2, action: { do: 'set', at, key, value } })
  if (rules.has('R3') && urnType(entry.urn)) {
    set(
      'typeOfUrn',
      `Take the type from the URN: ${urnType(entry.urn)}`,
      'Nothing is lost by it.',
      'type',
      urnType(entry.urn),
    )
  }
  if (rules.has('R4')) {
    const wasCustom =
      inEarlier(context, (index) => index.resources[liveFirst(index, entry.urn)[0] ?? -1]?.custom)?.found ??
      Boolean(entry.provider)
    const both = [
      [
        'custom',
        'It is a resource of a provider',
        'If it is a component after all, the engine asks a provider for a resource that does not exist.',
        true,
      ],
      [
        'id',
        'It is a component: drop the ID',
        `If ${entry.id ?? ''} exists in the cloud, nothing tracks it any more.`,
        undefined,
      ],
    ] as const
    for (const [key, title, risk, value] of wasCustom ? both : both.toReversed())
      set(`set:${key}`, title, risk, key, value)
  }
  if (rules.has('R2') || rules.has('R5')) options.push(...urnOptions(context, at, entry))
  options.push(removeOption(context, [at]))
  const [first] = options
  return {
    id: `malformed:${at}`,
    kind: 'malformed',
    recovery: 'fix-entry',
    title: `Entry ${at + 1} (${names(context, [at]) || 'no URN'}) cannot be read: ${findings.map(({ message }) => message).join('; ')}.`,
    findings,
    entries: [at],
    options,
    ...(first && !NEVER_SUGGESTED.has(first.id) && !rules.has('R4') && { suggested: first.id }),
  }
}

const NEVER_SUGGESTED: ReadonlySet<string> = new Set(['remove', 'urnMade'])

/**
 * Options for another URN of an entry, with all references to it: from an earlier version, or built from known parts.
 */
function urnOptions(context: Context, at: number, entry: Resource): RepairOption[] {
  const renaming = (urn: string) =>
    entry.urn === ''
      ? ({ action: { do: 'set', at, key: 'urn', value: urn } } as const)
      : ({
          action: { do: 'cutAndRebuild', cuts: [], urns: [[entry.urn, urn]] },
          urnsChanged: [{ from: entry.urn, to: urn, alias: aliasLine(urn) }],
        } satisfies Partial<RepairOption>)
  const former = inEarlier(context, ({ byObject, resources }) => resources[byObject.get(objectKey(entry))?.[0] ?? -1])
  const made = urnAssertion(entry.urn) === undefined ? undefined : madeUrn(context, entry)
  return [
    ...(former && !context.byUrn.has(former.found.urn)
      ? [
          {
            id: 'urnBefore',
            title: `Give it the URN of version ${former.index.version}: ${former.found.urn}`,
            risk: 'It is the entry with the same type and ID.',
            level: 2,
            ...renaming(former.found.urn),
          } satisfies RepairOption,
        ]
      : []),
    ...(made && !context.byUrn.has(made)
      ? [
          {
            id: 'urnMade',
            title: `Give it a URN from its type, its parent and this text: ${made}`,
            risk: 'If the program uses another name, its next update creates the resource again and deletes this one: rename it first.',
            level: 2,
            ...renaming(made),
          } satisfies RepairOption,
        ]
      : []),
  ]
}

function madeUrn({ resources }: Context, { urn, type, parent }: Resource): string | undefined {
  const [home] = resources.flatMap((each) => parseUrn(each.urn) ?? [])
  if (!home || type === '' || urn === '') return undefined
  const { stack, project } = home
  return makeUrn({
    stack,
    project,
    qualifiedType: childQualifiedType(parseUrn(parent ?? '')?.qualifiedType ?? '', type),
    name: urn,
  })
}

/** A snippet without a UUID, or with that of another one (R14, R15). */
export function snippetProblem(context: Context, finding: IntegrityError): RepairProblem {
  const index = finding.index ?? -1
  const snippet = context.document.deployment.snippets?.[index]
  const withoutUuid = { ...snippet, uuid: undefined }
  const former = inEarlier(context, ({ deployment }) =>
    (deployment.snippets ?? []).find(
      (each) => each.uuid && each.uuid !== snippet?.uuid && sameJson({ ...each, uuid: undefined }, withoutUuid),
    ),
  )
  const uuid = former?.found.uuid
  return {
    id: `snippet:${index}`,
    kind: 'snippet',
    recovery: 'fix-entry',
    title: `Snippet ${index + 1} ${finding.rule === 'R14' ? 'has no UUID' : 'has the same UUID as another'}.`,
    findings: [finding],
    entries: [],
    options: [
      ...(uuid
        ? [
            {
              id: `restore:${former.index.version}`,
              title: `Give it its UUID of version ${former.index.version}`,
              risk: 'Nothing is lost.',
              level: 2,
              action: { do: 'snippet', index, uuid },
            } satisfies RepairOption,
          ]
        : []),
      {
        id: 'remove',
        title: 'Take the snippet out',
        risk: 'Its program can no longer be matched to resources.',
        level: 2,
        action: { do: 'snippet', index },
      },
    ],
    ...(uuid && { suggested: `restore:${former.index.version}` }),
  }
}
