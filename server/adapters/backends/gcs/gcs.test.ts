import { setVendors } from '#testing/backends/environment.ts'
import { startGcsDouble } from '#testing/backends/doubles/gcsDouble.ts'
import { blobStoreSuite } from '#testing/backends/suite.ts'
import { serverSuite } from '#testing/backends/servers/serverSuite.ts'
import { open } from './open.ts'

blobStoreSuite('the double of Google Cloud Storage', async () => {
  const double = await startGcsDouble()
  const put = setVendors({ STORAGE_EMULATOR_HOST: double.host })
  return {
    async open() {
      double.objects.clear()
      return open({ kind: 'gcs', bucket: 'acme-state', prefix: 'team a/', isAnonymous: false, universe: undefined })
    },
    async stop() {
      put()
      await double.stop()
    },
  }
})

serverSuite(
  'fake-gcs-server',
  async ({ url, host }) => {
    const stop = setVendors({ STORAGE_EMULATOR_HOST: host })
    const made = await fetch(`${url}/storage/v1/b?project=acme`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'acme-state' }),
    })
    if (!made.ok) throw new Error(`no bucket: ${made.status}`)
    let opened = 0
    return {
      stop,
      async open() {
        opened += 1
        return open({ kind: 'gcs', bucket: 'acme-state', prefix: `team ${opened}/`, isAnonymous: false, universe: undefined }) // prettier-ignore
      },
    }
  },
  { ignores: { remove: 'fake-gcs-server 1.56 deletes whatever the generation' } },
)
