import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { pick, type Random, seeded } from '#testing/states/randomState.ts'
import { quote, shell } from './shell.ts'

/** Characters that a terminal would execute when they are pasted, or does not show as they are. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const PARTS = [
  ['a', 'B7', 'urn:pulumi:', '::', ' ', '  ', "'", "'\\''", '"', '\\', '\\n', '\\047', '$', '$(id)', '`id`', '${IFS}'],
  [
    '!',
    '!!',
    '#',
    '~',
    '*',
    '?',
    '[a]',
    '{a,b}',
    ';',
    '|',
    '&',
    '<',
    '>',
    '=',
    '-',
    '--',
    '%s',
    '%n',
    '\u0080',
    '\u009b31m',
  ],
  ['\n', '\r', '\t', '\u0003', '\u0004', '\u001b', '\u001b[201~', '\u007f', '\u0001', '\u0085', '\u2028', '\u2029'],
  ['\u202e', '\u2066', '\u200f', '\u200b', '\ufeff', '\u00ad', 'ä', '日', '😀', '\u{e0041}', '\u00a0', '7', '0'],
].flat()
const randomText = (random: Random): string =>
  Array.from({ length: random(9) }, () => pick(random, PARTS) ?? '').join('')

/** The arguments that a program receives. */
const received = (shellName: string, words: string[]): string[] =>
  execFileSync(shellName, ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

describe('an argument', () => {
  const random = seeded(1)
  const texts = [...PARTS, ...Array.from({ length: 2000 }, () => randomText(random))]
  const quoted = texts.map((text) => quote(text) ?? '')

  it('reaches a program in bash unchanged, whatever it contains', () => {
    expect(received('bash', quoted)).toEqual(texts)
  })

  it('is one line of visible characters', () => {
    expect(quoted.filter((each) => each === '' || UNSEEN.test(each))).toEqual([])
  })

  it('needs only a POSIX shell as long as all characters are visible', () => {
    const visible = texts.filter((text) => !UNSEEN.test(text))
    expect(visible.length).toBeGreaterThan(100)
    expect(
      received(
        'sh',
        visible.map((text) => quote(text) ?? ''),
      ),
    ).toEqual(visible)
  })

  it('has a replacement character for a lone surrogate, as in Go', () => {
    expect(quote('a\ud800b')).toBe("'a\ufffdb'")
  })

  it('keeps its contents readable', () => {
    expect(quote("x\u0003\n\u001b[201~\u202e'!\\")).toBe(String.raw`$'x\003\n\033[201~\342\200\256\047\041\\'`)
    expect(quote('plain')).toBe('plain')
    expect(quote('two words')).toBe("'two words'")
  })
})

describe('a command', () => {
  it('quotes the inserted values, and nothing else', () => {
    expect(shell`pulumi up --stack ${'a b'} v${'1.0'} | tee ${'$x'}`).toBe(`pulumi up --stack 'a b' v1.0 | tee '$x'`)
  })

  it('is refused, with the reason, when no shell can pass a value', () => {
    const none = shell`pulumi state delete ${'a\0b'}`
    expect(none).toBe('# No command for this: a name in it holds a NUL character, which no shell can pass on.')
  })
})
