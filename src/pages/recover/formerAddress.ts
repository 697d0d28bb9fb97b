import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'

/** The recovery with a catalogue number (`GR-06`), as in old addresses. */
export function formerAddress(segment: string | undefined): RecoveryId | undefined {
  const [, number] = /^GR-(\d\d)$/i.exec(segment ?? '') ?? []
  return RecoveryId.options.find((id) => catalogue[id].number === Number(number))
}
