import { parseFullName } from '#domain/stackName.ts'
import type { StackRef } from '#contract/common.ts'

/** How clearly a text names a stack: by its full name, by a URN, or by a shorter form. */
type Certainty = 3 | 2 | 1

/** A name as found in the text; missing parts are undefined. */
export type Mention = { org?: string; project?: string; stack: string; certainty: Certainty }

const NAME = '[A-Za-z0-9_.-]+'
const FORMS: readonly { pattern: RegExp; read: (groups: string[]) => Mention }[] = [
  {
    // Addresses that the CLI prints, and `--stack org/project/stack`.
    pattern: new RegExp(`(?:https?://[^/\\s]+/|--stack[ =]|\\bstack ['"])(${NAME})/(${NAME})/(${NAME})`, 'g'),
    read: ([org, project, stack = '']) => ({ ...(org && { org }), ...(project && { project }), stack, certainty: 3 }),
  },
  {
    pattern: new RegExp(`urn:pulumi:(${NAME})::(${NAME})::`, 'g'),
    read: ([stack = '', project]) => ({ ...(project && { project }), stack, certainty: 2 }),
  },
  {
    // What `pulumi stack` prints.
    pattern: new RegExp(`^Current stack is (${NAME}):`, 'gm'),
    read: ([stack = '']) => ({ stack, certainty: 1 }),
  },
  {
    // `Updating (org/project/stack):`, `Updating (org/stack):`, `Previewing update (stack)`
    pattern: new RegExp(
      `\\b(?:Updating|Previewing \\w+|Destroying|Refreshing|Importing) \\((?:(${NAME})/)?(?:(${NAME})/)?(${NAME})\\)`,
      'g',
    ),
    read: ([org, project, stack = '']) => ({ ...(org && { org }), ...(project && { project }), stack, certainty: 1 }),
  },
]

/** More mentions than this in one text come from a combined log of many stacks. */
const MAX = 200

/** Collects the stacks named in a text that is given piece by piece. */
export function createMentions() {
  const found = new Map<string, Mention>()
  return {
    push(text: string): void {
      for (const { pattern, read } of FORMS) {
        for (const [, ...groups] of text.matchAll(pattern)) {
          if (found.size >= MAX) return
          const mention = read(groups)
          found.set([mention.org, mention.project, mention.stack].join('/'), mention)
        }
      }
    },
    all: (): Mention[] => [...found.values()],
  }
}

/**
 * Those of the known stacks (`org/project/stack`) that the text means, clearest first. A bare stack name counts only if
 * exactly one stack has it.
 */
export function stacksMeant(mentions: readonly Mention[], names: readonly string[]): StackRef[] {
  const asked = new Set(mentions.map(({ stack }) => stack))
  const known = names.flatMap((name): StackRef[] => {
    const ref = parseFullName(name)
    return ref && asked.has(ref.stack) ? [ref] : []
  })
  const rank = new Map<StackRef, number>()
  for (const { org, project, stack, certainty } of mentions) {
    const fitting = known.filter(
      (ref) =>
        ref.stack === stack &&
        (project === undefined || ref.project === project) &&
        (org === undefined || ref.org === org),
    )
    if (project === undefined && fitting.length !== 1) continue
    for (const ref of fitting) rank.set(ref, Math.max(rank.get(ref) ?? 0, certainty))
  }
  return [...rank].toSorted(([, a], [, b]) => b - a).map(([ref]) => ref)
}
