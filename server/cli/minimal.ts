import { ABSENT } from './api/absent.ts'
import type { CliContext } from './cliContext.ts'
import type { ServiceApp } from './routes.ts'

/** Answers for what the CLI may ask of features that this server has not. */
export function mountMinimal(app: ServiceApp, { signedIn }: CliContext): void {
  for (const [path, , , answer] of ABSENT) {
    app.get(
      path,
      signedIn(async (context) => context.json(answer)),
    )
  }
}
