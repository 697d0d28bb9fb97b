import { objectCommands, placeOf } from '#domain/backends/diy/commands.ts'

/** The printed command that removes one object of a backend. */
export function removalOf(address: string, key: string): string {
  const place = placeOf(address)
  if (place === undefined) throw new Error(`not the address of a backend: ${address}`)
  return objectCommands(place).remove(key)
}
