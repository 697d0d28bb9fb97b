let handed: File | undefined

/** Takes a file along to the page that opens states: it is never part of an address, nor stored. */
export const handOver = (file: File): void => {
  handed = file
}

/** The file that was taken along, once. */
export function takeHandedOver(): File | undefined {
  const file = handed
  handed = undefined
  return file
}
