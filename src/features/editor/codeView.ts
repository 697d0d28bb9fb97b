import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import {
  Compartment,
  EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state'
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { codeTheme } from './codeTheme.ts'

/** A position in the text, counted from 1. */
export type Place = { line?: number | undefined; column?: number | undefined }

export type CodeView = ReturnType<typeof createCodeView>

const PHRASES = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
}

type Options = { label: string; text: string; onChange: (text: string) => void }

/**
 * A JSON editor inside `parent`, in a shadow root: there CodeMirror's styles are constructed style sheets, which the
 * Content Security Policy allows, and not an inline style element, which it forbids.
 */
export function createCodeView(parent: HTMLElement, { label, text, onChange }: Options) {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  parent.append(host)
  const access = new Compartment()
  const reports = reporting(onChange)
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...editing(label),
        access.of([]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) reports.change(state.doc)
        }),
        EditorView.domEventHandlers({ blur: () => reports.flush() }),
      ],
    }),
  })
  return {
    show({ problems, readOnly }: { problems: readonly Place[]; readOnly: boolean }): void {
      const attributes = { 'aria-invalid': String(problems.length > 0) }
      view.dispatch({
        effects: [
          setProblems.of(problems.flatMap(({ line }) => line ?? [])),
          access.reconfigure([EditorState.readOnly.of(readOnly), EditorView.contentAttributes.of(attributes)]),
        ],
      })
    },
    goTo({ line = 1, column = 1 }: Place): void {
      const { doc } = view.state
      const { from, to } = doc.line(Math.min(Math.max(1, line), doc.lines))
      const anchor = Math.min(to, from + Math.max(0, column - 1))
      view.dispatch({
        selection: { anchor, head: Math.min(to, anchor + 1) },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      })
      view.focus()
    },
    find: () => openSearchPanel(view),
    destroy(): void {
      reports.flush()
      view.destroy()
      host.remove()
    },
  }
}

/** What an editor of JSON has, under this name for screen readers. */
const editing = (label: string): Extension[] => [
  lineNumbers(),
  foldGutter(),
  history(),
  highlightSpecialChars(),
  bracketMatching(),
  json(),
  search({ top: true }),
  EditorState.phrases.of(PHRASES),
  keymap.of([...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
  codeTheme,
  problemLines,
  EditorView.contentAttributes.of({
    'aria-label': label,
    tabindex: '0',
    autocapitalize: 'off',
    autocorrect: 'off',
  }),
]

/** From this length on, changes are reported at a pause in typing: parsing megabytes at each key would block it. */
const LONG = 200_000
const PAUSE_MS = 400

/** Reports the changed text; when the editor loses the focus (to a button, say), at once. */
function reporting(onChange: (text: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest: Text | undefined
  const flush = (): void => {
    clearTimeout(timer)
    const text = latest
    latest = undefined
    if (text) onChange(text.toString())
  }
  return {
    flush,
    change(text: Text): void {
      latest = text
      clearTimeout(timer)
      if (text.length < LONG) flush()
      else timer = setTimeout(flush, PAUSE_MS)
    },
  }
}

const setProblems = StateEffect.define<readonly number[]>()

const problemLine = Decoration.line({ class: 'cm-problem' })
const problemNumber = new (class extends GutterMarker {
  override elementClass = 'cm-problemNumber'
})()

/** The lines with errors; they move with the text until the next check. */
const problemLines = StateField.define<RangeSet<Decoration>>({
  create: () => Decoration.none,
  update(lines, { state, changes, effects }) {
    const given = effects.findLast((effect) => effect.is(setProblems))
    if (!given) return lines.map(changes)
    const starts = [...new Set(given.value as readonly number[])]
      .filter((line) => line >= 1 && line <= state.doc.lines)
      .toSorted((a, b) => a - b)
      .map((line) => state.doc.line(line).from)
    return Decoration.set(starts.map((at) => problemLine.range(at)))
  },
  provide: (field) => [
    EditorView.decorations.from(field),
    gutterLineClass.compute([field], (state) => {
      const starts: number[] = []
      state.field(field).between(0, state.doc.length, (at) => void starts.push(at))
      return RangeSet.of(starts.map((at) => problemNumber.range(at)))
    }),
  ],
})
