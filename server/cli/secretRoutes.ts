import { requestIdOf } from '../http/requestId.ts'
import type { Deps } from '../deps.ts'
import { STACK } from '../http/addresses.ts'
import type { CliContext, ServiceApp } from './cliContext.ts'
import * as secrets from '../core/secrets/secrets.ts'
import { BatchDecryptRequest, BatchEncryptRequest, DecryptRequest, EncryptRequest } from './api/requests.ts'
import { decrypt, encrypt } from '../core/secrets/vault.ts'

/** Routes for encryption by the service (docs/protocol.md, Secrets). */
export function mountSecrets(app: ServiceApp, deps: Deps, { onStack, body }: CliContext): void {
  app.post(
    `${STACK}/encrypt`,
    onStack(async (context, stack) => {
      const { plaintext } = await body(context, EncryptRequest)
      return context.json({ ciphertext: await encrypt(deps, stack, plaintext) })
    }),
  )
  app.post(
    `${STACK}/decrypt`,
    onStack(async (context, stack, by) => {
      const { ciphertext } = await body(context, DecryptRequest)
      const plaintext = await decrypt(deps, stack, ciphertext)
      await secrets.auditDecryption(deps, stack, by, 1, requestIdOf(deps, context))
      return context.json({ plaintext })
    }),
  )
  app.post(
    `${STACK}/batch-encrypt`,
    onStack(async (context, stack) => {
      const { plaintexts } = await body(context, BatchEncryptRequest)
      return context.json({ ciphertexts: await secrets.batchEncrypt(deps, stack, plaintexts ?? []) })
    }),
  )
  app.post(
    `${STACK}/batch-decrypt`,
    onStack(async (context, stack, by) => {
      const { ciphertexts } = await body(context, BatchDecryptRequest)
      const plaintexts = await secrets.batchDecrypt(deps, stack, ciphertexts ?? [])
      await secrets.auditDecryption(deps, stack, by, ciphertexts?.length ?? 0, requestIdOf(deps, context))
      return context.json({ plaintexts })
    }),
  )
  app.post(
    `${STACK}/decrypt/log-decryption`,
    onStack(async (context) => context.body(null, 204)),
  )
  app.post(
    `${STACK}/decrypt/log-batch-decryption`,
    onStack(async (context) => context.body(null, 204)),
  )
}
