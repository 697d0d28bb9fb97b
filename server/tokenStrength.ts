/**
 * Whether a token chosen by the operator has the form of a generated one of 128 bits or more: `openssl rand -hex 32`,
 * base64 in either alphabet, or a token of this server. No function can tell how a value was made; this one refuses what
 * people type (words, names, dates, rows of keys, repetitions), and anything too short to have 128 bits.
 */
export function isStrongToken(token: string): boolean {
  const bare = token.replace(/^hf_/, '').replace(/={1,2}$/, '')
  const text = /^(.+?)\1+.{0,2}$/s.exec(bare)?.[1] ?? bare // repetitions count once
  const isHex = /^([0-9a-f]+|[0-9A-F]+)$/.test(text)
  if (!isHex && !/^([A-Za-z0-9+/]+|[A-Za-z0-9_-]+)$/.test(text)) return false
  if (text.length * (isHex ? HEX_BITS : BASE64_BITS) < MIN_BITS) return false
  return variedBits(text) >= MIN_VARIED_BITS && (isHex || !looksTyped(text))
}

const MIN_BITS = 128
const HEX_BITS = 4
const BASE64_BITS = 6
/** Random texts of 128 bits have about 90 by this estimate, which is conservative, and practically never fewer than this. */
const MIN_VARIED_BITS = 56

/**
 * The bits of a text by its characters: one that continues a sequence (`aaa`, `123`, `cba`) counts not at all, the
 * others by their frequency.
 */
function variedBits(text: string): number {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0)
  const counted = codes.filter((code, at) => at === 0 || Math.abs(code - (codes[at - 1] ?? 0)) > 1)
  const counts = Map.groupBy(counted, (code) => code)
  return [...counts.values()].reduce((bits, same) => bits + same.length * Math.log2(counted.length / same.length), 0)
}

/**
 * How much more likely (as a logarithm) a text must be as one that a person typed: by far fewer than one generated text
 * in a hundred thousand is refused.
 */
const MIN_EVIDENCE = 10
/** The shares of neighbouring characters with a property, in generated and in typed text. */
type Shares = { generated: number; typed: number }
/** Both lower case, both upper case, or both neither. */
const SAME_KIND: Shares = { generated: 0.36, typed: 0.9 }
/** Of two letters, a pair that is frequent in words. */
const FREQUENT_PAIR: Shares = { generated: 0.08, typed: 0.5 }
const FREQUENT =
  'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea ra ce li ch ll be ma si om ur'
/** Beside each other on the keyboard. */
const ON_KEYBOARD: Shares = { generated: 0.08, typed: 0.7 }
const KEYS = 'qwertyuiop asdfghjkl zxcvbnm 1234567890 1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik 9ol'

const pairsOf = (text: string): string[] => Array.from(text.slice(1), (char, at) => `${text[at]}${char}`)
const frequent = new Set(FREQUENT.split(' '))
const onKeyboard = new Set(
  KEYS.split(' ').flatMap((row) => pairsOf(row).flatMap((pair) => [pair, Array.from(pair).toReversed().join('')])),
)

const kindOf = (char: string): string => (/[a-z]/.test(char) ? 'lower' : /[A-Z]/.test(char) ? 'upper' : 'other')

function looksTyped(text: string): boolean {
  const bare = text.replaceAll(/[-_+/]/g, '') // which separate words
  const pairs = pairsOf(bare)
  const lower = pairs.map((pair) => pair.toLowerCase())
  const isSameKind = ([one = '', other = '']: string) => kindOf(one) === kindOf(other)
  const ofKinds = evidence(pairs, isSameKind, SAME_KIND)
  const ofWords = evidence(
    lower.filter((pair) => /^[a-z]{2}$/.test(pair)),
    (pair) => frequent.has(pair),
    FREQUENT_PAIR,
  )
  const ofKeyboard = evidence(lower, (pair) => onKeyboard.has(pair), ON_KEYBOARD)
  return Math.max(ofKinds, ofWords, ofKinds + ofWords, ofKeyboard) > MIN_EVIDENCE
}

/** The logarithm of the likelihood ratio of typed to generated text, by how many of the pairs have a property. */
function evidence(pairs: string[], has: (pair: string) => boolean, { generated, typed }: Shares): number {
  const count = pairs.filter(has).length
  return count * Math.log(typed / generated) + (pairs.length - count) * Math.log((1 - typed) / (1 - generated))
}
