const TYPED_IN = 'input, textarea, select, [contenteditable], [role="textbox"]'

/** Whether the focus is in a text field, also inside a shadow root: keys of one character are text there. */
export const isTyping = (event: KeyboardEvent): boolean => {
  const [target] = event.composedPath()
  return target instanceof Element && target.closest(TYPED_IN) !== null
}
