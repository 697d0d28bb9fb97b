import { RecoveryId } from '#contract/recoveryId.ts'

/** The recovery that an address names by its number in the catalogue (`GR-06`), as addresses did before they spoke. */
export function formerAddress(segment: string | undefined): RecoveryId | undefined {
  const [, number] = /^GR-(\d\d)$/i.exec(segment ?? '') ?? []
  return RecoveryId.options[Number(number) - 1]
}
