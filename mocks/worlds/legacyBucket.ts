import { type BucketCli, webState } from '../buckets/bucketCli.ts'
import { connectedBucket } from '../buckets/connectedBucket.ts'
import { ADA, RUNNER } from '../buckets/machines.ts'
import { runScenario } from '../story.ts'

const NAME = 'acme-old'
const ADDRESS = 's3://acme-pulumi?region=eu-central-1'

/** Each stack by its bare name, with the project of its program. */
const STACKS = [
  ['shop-prod', 'shop', 30],
  ['shop-staging', 'shop', 22],
  ['billing', 'billing', 16],
  ['website', 'website', 12],
] as const

/**
 * A bucket in the layout of before 2023, which newer CLIs refuse: an upgrade was started and interrupted, so that some
 * stacks have moved and others are invisible.
 */
export const legacyBucket = () =>
  runScenario('2026-01-05T06:00:00Z', async (stage) => {
    const { wait } = stage
    const { files, connect, look } = connectedBucket(stage, ADDRESS)
    for (const [name, project, count] of STACKS) {
      const { state } = webState(project, name, count)
      files.ran(name, state, { by: RUNNER, message: 'First deployment', tookMs: 200_000 })
      await wait('3h')
      files.ran(name, state, { by: ADA, message: 'Newer images', tookMs: 90_000 })
    }
    // Destroyed, and not removed: the upgrade finds no project in it, and skips it.
    files.ran('old-demo', { resources: [], pending: [] }, { by: ADA, message: '', tookMs: 30_000, kind: 'destroy' })
    await wait('20h')
    upgraded(files)
    await wait('1h')
    await connect(NAME)
    for (const name of ['shop-prod', 'billing', 'website/website']) await look(NAME, name)
  })

/** What an interrupted `pulumi state upgrade` leaves: the new layout is announced, and one stack has a copy in it. */
function upgraded(files: BucketCli): void {
  files.meta()
  files.save('website/website', webState('website', 'website', 12).state)
  files.save('docs/prod', webState('docs', 'prod', 9).state)
}
