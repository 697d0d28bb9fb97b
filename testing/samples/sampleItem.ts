import type { PendingItem } from '#contract/recoveries.ts'

/** A pending create of a bucket, for tests, with overrides. */
export const pendingItem = (given: Partial<PendingItem> = {}): PendingItem => {
  const { index = 0, type = 'creating', name = 'receipts' } = given
  const urn = `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`
  return {
    key: `${index}:${type}:${urn}`,
    index,
    type,
    urn,
    name,
    resourceType: 'aws:s3/bucket:Bucket',
    situation: 'createNotLive',
    recovery: 'clear-create',
    meaning: 'The object may be absent, half made or complete.',
    ifYouJustRunUp: 'It is created again.',
    safePath: 'Look for it.',
    clues: [],
    since: null,
    live: null,
    intended: { id: null, inputs: {} },
    lateEvidence: [],
    answers: [
      { answer: 'doesNotExist', label: 'It does not exist', effect: 'Removed.', needsStatement: true },
      { answer: 'checked', label: 'Checked', effect: 'Removed.', needsStatement: false },
      { answer: 'keep', label: 'Not sure yet', effect: 'Stays.', needsStatement: false },
    ],
    terminal: [`pulumi import --stack organization/shop/prod aws:s3/bucket:Bucket ${name} '<id>'`],
    ...given,
  }
}
