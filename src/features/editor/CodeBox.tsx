import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { type CodeView, createCodeView, type Place } from './codeView.ts'

export type CodeBoxHandle = Pick<CodeView, 'goTo' | 'find'>

type Props = {
  label: string
  initial: string
  onChange: (text: string) => void
  problems: readonly Place[]
  readOnly: boolean
  ref: Ref<CodeBoxHandle>
}

/** CodeMirror as a component. It is loaded only where a text is edited. */
export function CodeBox({ label, initial, onChange, problems, readOnly, ref }: Props) {
  const parent = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<CodeView>()
  const [text] = useState(initial)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (!parent.current) return undefined
    const made = createCodeView(parent.current, { label, text, onChange: (next) => changed(next) })
    setView(made)
    return () => made.destroy()
  }, [label, text])
  useEffect(() => view?.show({ problems, readOnly }), [view, problems, readOnly])
  useImperativeHandle(ref, () => ({ goTo: (place) => view?.goTo(place), find: () => view?.find() ?? false }), [view])
  return <div ref={parent} className="min-w-0" />
}
