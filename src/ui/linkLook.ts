/** The look of what leads on from within a text: links, and buttons among them. */
export const LINK_LOOK =
  'rounded-sm text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current'
