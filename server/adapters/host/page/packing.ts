/** A page has no zstd, and no disk to save: what is in memory is not compressed. */
export const packText = async (text: Uint8Array): Promise<Uint8Array> => text
export const unpackText = async (packed: Uint8Array, _bytes: number): Promise<Uint8Array> => packed
export const packNow = (plain: Uint8Array): Uint8Array => plain
export const packRows = (plain: Uint8Array): Uint8Array => plain
export const unpackNow = (packed: Uint8Array, _atMost?: number): Uint8Array => packed
