/** Joins bytes. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** The bytes of 32-bit numbers. */
export function littleEndian(numbers: ArrayLike<number>): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  for (let index = 0; index < numbers.length; index++) view.setUint32(4 * index, numbers[index] ?? 0, true)
  return new Uint8Array(view.buffer)
}
