/** The text with a capital as its first letter, to begin a sentence or a label. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
