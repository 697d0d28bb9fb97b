import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob'
import { setVendors } from '#testing/backends/environment.ts'
import { azureAddress } from '#testing/backends/azureAddress.ts'
import { AZURE_ACCOUNT, startAzureDouble } from '#testing/backends/doubles/azureDouble.ts'
import { blobStoreSuite } from '#testing/backends/suite.ts'
import { serverSuite } from '#testing/backends/servers/serverSuite.ts'
import { open } from './open.ts'

/** Azurite's own, which every Azurite has. */
const ACCOUNT = 'devstoreaccount1'
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

blobStoreSuite('the double of Azure Blob Storage', async () => {
  const double = await startAzureDouble()
  const put = setVendors({ AZURE_STORAGE_KEY: KEY })
  return {
    refusedKeys: ['two dots'],
    async open() {
      double.objects.clear()
      return open({ ...azureAddress(double.host, AZURE_ACCOUNT), prefix: 'team a/' })
    },
    async stop() {
      put()
      await double.stop()
    },
  }
})

serverSuite(
  'Azurite',
  async ({ url, host }) => {
    const stop = setVendors({ AZURE_STORAGE_KEY: KEY })
    const service = new BlobServiceClient(`${url}/${ACCOUNT}`, new StorageSharedKeyCredential(ACCOUNT, KEY))
    await service.getContainerClient('acme-state').create()
    let opened = 0
    return {
      refusedKeys: ['two dots'],
      stop,
      async open() {
        opened += 1
        return open({ ...azureAddress(host, ACCOUNT), prefix: `team ${opened}/` })
      },
    }
  },
  {
    changes: {
      'a zero byte': 'Azurite writes listings with it that are no XML',
      'signs of patterns': 'Azure takes a backslash for a slash',
    },
  },
)
