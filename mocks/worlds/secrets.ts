import { createToken } from '#server/core/access/credentials.ts'
import { notifyOwner } from '#server/core/access/credentialChanges.ts'
import { bucket, CI, deployed, urnsBefore } from '../scenes.ts'
import type { Spec } from '../cli.ts'
import { ref, runScenario, type Stage } from '../story.ts'

const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }

/**
 * Secrets in all places: configuration, inputs and outputs, deep inside values, and outputs of the stack. Also a token
 * that Ada may not know of.
 */
export const secrets = () =>
  runScenario('2026-01-05T06:00:00Z', async ({ cli, wait, deps }) => {
    const ci = await cli('ci-runner', CI)
    const shop = ref('organization/shop/prod')
    await deployed(ci, shop, { resources: 24, wait })
    await wait('3h')
    const sealed = async (value: unknown) => ({ ...SECRET, ciphertext: await ci.encrypt(shop, value) })
    const run = await ci.start(shop, {
      message: 'Rotate every password',
      config: {
        'aws:region': { string: 'eu-central-1', secret: false, object: false },
        'shop:databasePassword': { string: await ci.encrypt(shop, 'correct horse'), secret: true, object: false },
        'shop:webhooks': {
          string: '{"url":"https://hooks.acme.example","key":{"secure":"v1:…"}}',
          secret: true,
          object: true,
        },
      },
    })
    await run.keeps(...urnsBefore(run))
    const { parent, provider = '' } = bucket(run, 'secrets')
    const creates = async (spec: Spec, time: string) => {
      const step = await run.begin('creating', { parent, provider, ...spec })
      await wait(time)
      await step.succeeds()
    }
    await creates(await database(sealed), '18s')
    await creates(await webhookKeys(sealed), '2s')
    await creates(await mailer(sealed), '4s')
    await run.complete('succeeded', 24)
    await madeElsewhere(deps)
    await wait('30m')
  })

type Seal = (value: unknown) => Promise<object>

const database = async (sealed: Seal): Promise<Spec> => ({
  type: 'aws:rds/instance:Instance',
  name: 'ledger',
  inputs: {
    identifier: 'ledger-5d1c0e2',
    engine: 'postgres',
    username: 'ledger',
    password: await sealed('hunter2'),
  },
  outputs: {
    identifier: 'ledger-5d1c0e2',
    endpoint: 'ledger-5d1c0e2.eu-central-1.rds.amazonaws.com:5432',
    password: await sealed('hunter2'),
  },
})

const webhookKeys = async (sealed: Seal): Promise<Spec> => ({
  type: 'aws:secretsmanager/secretVersion:SecretVersion',
  name: 'webhook-keys',
  inputs: { secretId: 'webhook-keys', secretString: await sealed({ github: 'ghs_0', stripe: 'sk_0' }) },
})

const mailer = async (sealed: Seal): Promise<Spec> => ({
  type: 'aws:ecs/taskDefinition:TaskDefinition',
  name: 'mailer-with-secrets',
  inputs: {
    family: 'mailer',
    containers: [
      {
        name: 'mailer',
        environment: [
          { name: 'SMTP_HOST', value: 'smtp.acme.example' },
          { name: 'SMTP_PASSWORD', value: await sealed('swordfish') },
        ],
      },
      await sealed({ name: 'sidecar', image: 'registry.acme.example/sidecar:3' }),
    ],
  },
})

/** A token of Ada's that was not created in this browser, so she is notified. */
async function madeElsewhere(deps: Stage['deps']): Promise<void> {
  const at = await deps.store.now()
  await deps.store.write(async (writer) => {
    const ada = await writer.userByLogin('ada')
    const facts = { userId: ada?.id ?? '', name: 'ci-prod', scope: 'operate', source: 'console' } as const
    const { row } = await createToken(deps, writer, facts)
    const { name, scope, source } = row
    const by = { login: 'ada', address: '10.1.2.3' }
    await notifyOwner(writer, row.userId, { what: 'token-created', name, scope, source }, { at, by, byId: null })
  })
}
