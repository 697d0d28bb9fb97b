// What contract and domain may use of the platform: both Node and the browser have it, and nothing else is typed there.
declare global {
  class TextEncoder {
    encode(text?: string): Uint8Array<ArrayBuffer>
  }
  class TextDecoder {
    constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
    decode(bytes?: ArrayBufferLike | ArrayBufferView, options?: { stream?: boolean }): string
  }
  class URL {
    static parse(url: string): URL | null
    readonly protocol: string
    readonly username: string
    readonly password: string
    readonly hostname: string
  }
}
export {}
