let handed: File | undefined

/** Passes a file to the page that opens or imports states, without putting it into the address or storing it. */
export const handOver = (file: File): void => {
  handed = file
}

/** The passed file, once. */
export function takeHandedOver(): File | undefined {
  const file = handed
  handed = undefined
  return file
}
