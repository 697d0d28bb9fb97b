/** Removes the middle of a text longer than `max` characters. More of the end is kept, because names differ there. */
export function shortenMiddle(text: string, max: number): string {
  const letters = Array.from(text)
  if (letters.length <= max || max < 3) return text
  const head = Math.floor((max - 1) * 0.4)
  return `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (max - 1 - head)).join('')}`
}
