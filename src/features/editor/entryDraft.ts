import { isObject } from '#domain/json/jsonObject.ts'
import { parseJsonText } from '#domain/json/jsonText.ts'

/** An entry being edited. Its text is the single source, whether it is changed by the form or typed. */
export type EntryDraft = {
  text: string
  past: readonly string[]
  future: readonly string[]
  isTyping: boolean
  /** Counts changes other than typing: the editor, which keeps its own text, is then mounted again. */
  turn: number
}

export type DraftEvent =
  /** Typed; one undo step reverts consecutive typing. */
  | { type: 'typed'; text: string }
  /** Changed by the form. */
  | { type: 'set'; path: readonly (string | number)[]; value: unknown }
  | { type: 'undone' }
  | { type: 'redone' }
  | { type: 'began'; text: string }

export const beginDraft = (text: string): EntryDraft => ({ text, past: [], future: [], isTyping: false, turn: 0 })

/** Undo steps beyond this number are dropped, oldest first. */
const MAX_STEPS = 200

/** Total: an impossible event changes nothing. */
export function nextDraft(draft: EntryDraft, event: DraftEvent): EntryDraft {
  switch (event.type) {
    case 'began':
      return { ...beginDraft(event.text), turn: draft.turn + 1 }
    case 'typed':
      if (event.text === draft.text) return draft
      return draft.isTyping
        ? { ...draft, text: event.text, future: [] }
        : { ...stepped(draft, event.text), isTyping: true, turn: draft.turn }
    case 'set': {
      const entry = entryOf(draft.text)
      return entry ? stepped(draft, textOf(placed(entry, event.path, event.value))) : draft
    }
    case 'undone': {
      const text = draft.past.at(-1)
      if (text === undefined) return draft
      const [past, future] = [draft.past.slice(0, -1), [draft.text, ...draft.future]]
      return { text, past, future, isTyping: false, turn: draft.turn + 1 }
    }
    case 'redone': {
      const [text, ...future] = draft.future
      const past = [...draft.past, draft.text]
      return text === undefined ? draft : { text, past, future, isTyping: false, turn: draft.turn + 1 }
    }
  }
}

const stepped = (draft: EntryDraft, text: string): EntryDraft =>
  text === draft.text
    ? draft
    : { text, past: [...draft.past, draft.text].slice(-MAX_STEPS), future: [], isTyping: false, turn: draft.turn + 1 }

/** The entry in the text; undefined while the text is not one. */
export function entryOf(text: string): Record<string, unknown> | undefined {
  const parsed = parseJsonText(text)
  return 'value' in parsed && isObject(parsed.value) ? parsed.value : undefined
}

const textOf = (entry: unknown): string => JSON.stringify(entry, undefined, 2)

/** Returns the value with `path` set, or removed if undefined. The order of keys stays. */
function placed(container: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(container)) {
    const at = Number(key)
    const inner = rest.length > 0 ? placed(container[at], rest, value) : value
    return inner === undefined ? container.toSpliced(at, 1) : container.toSpliced(at, 1, inner)
  }
  const object = isObject(container) ? container : {}
  const name = String(key)
  const inner = rest.length > 0 ? placed(object[name], rest, value) : value
  const entries = Object.entries(object)
  const isThere = Object.hasOwn(object, name)
  const kept = entries.flatMap(([each, part]) =>
    each !== name ? [[each, part] as const] : inner === undefined ? [] : [[each, inner] as const],
  )
  return Object.fromEntries(isThere || inner === undefined ? kept : [...kept, [name, inner] as const])
}
