import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colour = (name: string) => `var(--color-${name})`

const field = {
  font: 'inherit',
  color: colour('ink'),
  backgroundColor: colour('surface'),
  border: `1px solid ${colour('control')}`,
  borderRadius: '5px',
  padding: '2px 8px',
  minHeight: '24px',
}
const focused = { outline: `2px solid ${colour('focus')}`, outlineOffset: '1px' }

/** The tokens of the console, which follow the theme; no colour of CodeMirror's own is left. */
export const codeTheme = [
  EditorView.theme({
    '&': { fontSize: '0.8125rem', color: colour('ink'), backgroundColor: colour('surface') },
    '&.cm-focused': { outline: 'none' }, // the frame around the editor shows the focus
    '.cm-scroller': {
      fontFamily: 'var(--font-mono)',
      lineHeight: '20px',
      minHeight: '160px',
      maxHeight: 'min(480px, 70dvh)',
    },
    '.cm-content': { caretColor: colour('ink'), padding: '8px 0' },
    '.cm-line': { padding: '0 10px' },
    '.cm-gutters': {
      backgroundColor: colour('sunken'),
      color: colour('muted'),
      borderRight: `1px solid ${colour('line')}`,
    },
    '.cm-gutter': { minHeight: '160px' }, // the line numbers have a ground also below a short text
    '.cm-lineNumbers .cm-gutterElement': { padding: '0 1ch' },
    '.cm-problem': { backgroundColor: colour('danger-subtle') },
    '.cm-gutterElement.cm-problemNumber': {
      backgroundColor: colour('danger-subtle'),
      color: colour('danger'),
      fontWeight: '600',
    },
    '.cm-foldPlaceholder': {
      backgroundColor: colour('sunken'),
      color: colour('muted'),
      border: 'none',
      padding: '0 4px',
    },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: colour('accent-subtle') },
    '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: colour('danger-subtle') },
    '.cm-searchMatch': {
      backgroundColor: colour('attention-subtle'),
      outline: `1px solid ${colour('attention-line')}`,
    },
    '.cm-searchMatch-selected': { backgroundColor: colour('accent-subtle'), outline: `2px solid ${colour('accent')}` },
    '.cm-panels': { backgroundColor: colour('sunken'), color: colour('ink') },
    '.cm-panels-top': { borderBottom: `1px solid ${colour('line')}` },
    '.cm-panel.cm-search': { padding: '6px 28px 6px 8px', fontFamily: 'var(--font-sans)', fontSize: '0.8125rem' },
    '.cm-panel.cm-search label': { fontSize: 'inherit' },
    '.cm-textfield': { ...field, fontSize: 'inherit' },
    '.cm-button': { ...field, backgroundImage: 'none', fontSize: 'inherit', cursor: 'pointer' },
    '.cm-button:hover': { backgroundColor: colour('hover') },
    '.cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel [name=close]:focus-visible': focused,
    '.cm-panel.cm-search [name=close]': {
      color: colour('ink'),
      fontSize: '1.25rem',
      minWidth: '24px',
      minHeight: '24px',
    },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: tags.propertyName, color: colour('accent') },
      { tag: tags.string, color: colour('ok') },
      { tag: tags.number, color: colour('running') },
      { tag: [tags.bool, tags.null], color: colour('attention') },
      { tag: tags.invalid, color: colour('danger') },
    ]),
  ),
]
