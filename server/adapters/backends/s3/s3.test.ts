import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { setVendors } from '#testing/backends/environment.ts'
import { s3Address } from '#testing/backends/s3Address.ts'
import { startS3Double } from '#testing/backends/doubles/s3Double.ts'
import { blobStoreSuite } from '#testing/backends/suite.ts'
import { serverSuite } from '#testing/backends/servers/serverSuite.ts'
import { open } from './open.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'planted', AWS_SECRET_ACCESS_KEY: 'planted-secret' }

/** A bucket on a server; each test has a folder of its own in it. */
async function onServer({ url: endpoint }: { url: string }) {
  const stop = setVendors(KEYS)
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: 'acme-state' }))
  client.destroy()
  let opened = 0
  return {
    stop,
    async open() {
      opened += 1
      return open(s3Address({ endpoint, region: 'us-east-1', usesPathStyle: true, prefix: `team ${opened}/` }))
    },
  }
}

blobStoreSuite('the double of S3', async () => {
  const put = setVendors(KEYS)
  const double = await startS3Double()
  return {
    async open() {
      double.objects.clear()
      return open(s3Address({ endpoint: double.url, usesPathStyle: true, prefix: 'team a/' }))
    },
    async stop() {
      put()
      await double.stop()
    },
  }
})
serverSuite('moto', onServer, { changes: { 'a line break': 'moto takes no such key' } })
serverSuite('versitygw', onServer, {
  changes: {
    'a zero byte': 'files of versitygw have no such name',
    'two dots': 'versitygw keeps files, and resolves them',
    'two slashes': 'versitygw keeps files, and takes them for one',
  },
})
