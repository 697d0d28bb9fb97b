import { cliName, type NamedStack } from '#domain/stackName.ts'
import { shell } from '#domain/shell.ts'

/** Terminal commands for this stack, each a whole line. */
export function commandsOf(stack: NamedStack) {
  const name = cliName(stack)
  return {
    select: shell`pulumi stack select ${name}`,
    up: shell`pulumi up --stack ${name}`,
    destroy: shell`pulumi destroy --stack ${name}`,
    remove: shell`pulumi stack rm ${name}`,
    outputs: shell`pulumi stack output --stack ${name} --show-secrets`,
  } as const
}
