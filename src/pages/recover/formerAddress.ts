import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'

/** The recovery that an address names by its number in the catalogue (`GR-06`), as addresses did before they spoke. */
export function formerAddress(segment: string | undefined): RecoveryId | undefined {
  const [, number] = /^GR-(\d\d)$/i.exec(segment ?? '') ?? []
  return RecoveryId.options.find((id) => catalogue[id].number === Number(number))
}
