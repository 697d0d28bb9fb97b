import { expect, it } from 'vitest'
import { csv } from './csv.ts'

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=cmd', "'\t=cmd"],
  [' =x', "' =x"],
  ['|cmd', "'|cmd"],
  [-5, '-5'],
  [null, ''],
  [true, 'true'],
])('the value %j is written as %j', (value, text) => expect(csv(['h'], [[value]])).toBe(`h\r\n${text}\r\n`))
