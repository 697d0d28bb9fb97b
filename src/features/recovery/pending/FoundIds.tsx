import { useState } from 'react'
import type { PendingItem } from '#contract/recoveries.ts'
import { counted } from '#words/counts.ts'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { LongText } from '#src/ui/LongText.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { importLine, readFound } from './foundIds.ts'

/**
 * Takes the pasted IDs of objects found in the cloud, and shows the commands that adopt them. It answers nothing by
 * itself.
 */
export function FoundIds({ items }: { items: readonly PendingItem[] }) {
  const [text, setText] = useState('')
  const { found, unknown } = readFound(text, items)
  const lines = found.flatMap((each) => importLine(each) ?? [])
  const same = found.filter(({ item, id }) => item.live?.id === id)
  return (
    <Disclosure summary="Import by ID">
      <LongText
        label="One per line: URN,ID"
        hint="Creates the import commands. It does not answer anything for you."
        value={text}
        onChange={setText}
        rows={4}
        maxLength={200_000}
        spellCheck={false}
        className="font-mono"
      />
      {unknown.length > 0 && (
        <Notice tone="attention" announce="status" title={`${counted(unknown.length, 'line')} not understood`}>
          Each line is a listed URN, a comma and an ID. The first one: {unknown[0]}
        </Notice>
      )}
      {same.length > 0 && (
        <Notice tone="ok" announce="status" title={`${counted(same.length, 'ID')} already in the state`}>
          {same.map(({ item }) => item.name).join(', ')}: it is the same resource; no import needed.
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
