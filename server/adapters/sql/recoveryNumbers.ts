/** Ids of recoveries by the numbers that were their ids before; stored numbers are rewritten once. Never edited. */
const NUMBERED = [
  ...(['cancel-update', 'release-lease', 'nothing-to-cancel', 'remove-lock-file', 'clear-operations'] as const),
  ...(['clear-create', 'adopt-create', 'discard-create', 'compare-create', 'resolve-operations'] as const),
  ...(['fix-references', 'restore-provider', 'resolve-duplicates', 'fix-entry', 'break-cycle'] as const),
  ...(['restore-version', 'restore-checkpoint', 'upgrade-cli', 'install-plugin', 'remove-protection'] as const),
  ...(['finish-destroy', 'remove-old-entries', 'finish-replacement', 'refresh-etag', 'rename-stack'] as const),
  ...(['fix-secrets', 'fix-unhealthy', 'rewrite-foreign-state', 'upgrade-backend', 'lost-lease'] as const),
  ...(['fix-network', 'resolve-unknown-state', 'fix-step-error', 'restore-lost-entries', 'resolve-untracked'] as const),
]

const oldIds = NUMBERED.map((id, index) => ({ old: `GR-${String(index + 1).padStart(2, '0')}`, id }))

const replaced = (column: string, pairs: readonly { from: string; to: string }[]): string =>
  pairs.reduce((text, { from, to }) => `replace(${text}, '${from}', '${to}')`, column)

/**
 * Statements that replace stored numbers by names: in the notes of updates, and in sentences that contained a number.
 * Quotes inside JSON strings are escaped, so a key with its value never matches text typed by a user.
 */
export const withoutNumbers: readonly string[] = [
  `update "updates" set "recovery" = ${replaced('"recovery"', [
    ...oldIds.map(({ old, id }) => ({ from: `"recovery":"${old}"`, to: `"recovery":"${id}"` })),
    { from: '"recovery":"EDIT"', to: '"recovery":"edit"' },
  ])} where "recovery" like '%"recovery":"GR-%' or "recovery" like '%"recovery":"EDIT"%'`,
  `update "updates" set "request" = ${replaced(
    '"request"',
    oldIds.map(({ old }) => ({ from: `"message":"${old}: `, to: '"message":"' })),
  )} where "kind" = 'recovery' and "request" like '%"message":"GR-%'`,
  `update "ledger" set "statement" = 'Version' || substr("statement", ${'GR-00, version'.length + 1})
    where "outcome" = 'recovery' and "statement" like 'GR-__, version %'`,
]
