import type { StackRef } from '#contract/common.ts'
import { fullName, quote } from '#domain/commands.ts'

/** What one runs in a terminal with this stack, each a whole line. */
export function commandsOf(ref: StackRef) {
  const name = quote(fullName(ref))
  return {
    select: `pulumi stack select ${name}`,
    up: `pulumi up --stack ${name}`,
    bring: `pulumi stack import --stack ${name} --file state.json`,
    export: `pulumi stack export --stack ${name} --file state.json`,
    tag: `pulumi stack tag set NAME VALUE --stack ${name}`,
    rename: `pulumi stack rename --stack ${name} NEW-NAME`,
    move: `pulumi stack rename --stack ${name} ${quote(ref.org)}/NEW-PROJECT/${quote(ref.stack)}`,
    destroy: `pulumi destroy --stack ${name}`,
    remove: `pulumi stack rm ${name}`,
    outputs: `pulumi stack output --stack ${name} --show-secrets`,
  } as const
}
