import { useState } from 'react'
import type { PendingItem } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { importLine, readFound } from './foundIds.ts'

/** Objects that were found: paste their ids, get the commands that adopt them. It answers nothing by itself. */
export function FoundIds({ items }: { items: readonly PendingItem[] }) {
  const [text, setText] = useState('')
  const { found, unknown } = readFound(text, items)
  const lines = found.flatMap((each) => importLine(each) ?? [])
  const same = found.filter(({ item, id }) => item.live?.id === id)
  return (
    <Disclosure summary="Paste the ids of objects that you found">
      <LongText
        label="One line for each: urn,id"
        hint="You get the commands that bring them under management. Nothing is answered by pasting."
        value={text}
        onChange={setText}
        rows={4}
        maxLength={200_000}
        spellCheck={false}
        className="font-mono"
      />
      {unknown.length > 0 && (
        <Notice tone="attention" announce="status" title={`${counted(unknown.length, 'line')} not understood`}>
          A line is a URN that is listed below, a comma, and an id. The first: {unknown[0]}
        </Notice>
      )}
      {same.length > 0 && (
        <Notice tone="ok" announce="status" title={`${counted(same.length, 'id')} equal to the live entry’s`}>
          {same.map(({ item }) => item.name).join(', ')}: that is the same object, and needs no import.
        </Notice>
      )}
      {lines.length > 0 && (
        <>
          <TerminalLines lines={lines} />
          <CopyButton text={lines.join('\n')} label="Copy all commands" look="words" isLines />
        </>
      )}
    </Disclosure>
  )
}
