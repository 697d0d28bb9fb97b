import { ABSENT } from './api/absent.ts'
import type { CliContext, ServiceApp } from './cliContext.ts'

/** Routes that the CLI may call for features that this server does not have. */
export function mountMinimal(app: ServiceApp, { fixed }: CliContext): void {
  for (const [path, , , answer] of ABSENT) app.get(path, fixed(answer))
}
