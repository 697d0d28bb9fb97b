import { expect, it } from 'vitest'
import { BackendKind } from '#contract/backends.ts'
import { sampleElsewhere } from '#testing/samples/sampleElsewhere.ts'
import { writtenByFile } from './writtenByFile.ts'

it('is every stack of a connected backend, but none of this server or of opened files', () => {
  const byFile = BackendKind.options.filter((kind) => writtenByFile(sampleElsewhere({ kind })) !== undefined)
  expect(byFile).toEqual(['folder', 's3', 'gcs', 'azure', 'postgres'])
  expect(writtenByFile(null)).toBeUndefined()
})
