// The texts that people read: what a source puts on a screen, into an answer or on the command line.
import { parseSync } from 'vite'

/** Properties whose values people read, even single words. */
const READ = new Set(['label', 'title', 'head', 'summary', 'hint'])

/** A text in a source, with its line. */
export type ScreenText = { line: number; text: string }

/** Attributes of elements whose values are not read by people. */
const NOT_READ = new Set(['className', 'class', 'to', 'href', 'id', 'key', 'd', 'viewBox', 'type', 'data-testid'])

type Node = { type: string; start: number; [key: string]: unknown }

/**
 * The texts of a TypeScript source in their order: text between tags, and every string or part of a template with a
 * space in it, which names of code do not have. Comments, imports, types and classes are left out.
 */
export function screenTexts(file: string, source: string): ScreenText[] {
  const texts: { start: number; text: string }[] = []
  visit(parseSync(file, source).program as unknown as Node, (node) => {
    const text = textOf(node)
    if (text !== undefined && /\w/.test(text)) texts.push({ start: node.start, text })
    if (file.endsWith('x') && node.type === 'Property' && isReadName(node['key']) && isNode(node['value']))
      if (isWord(node['value'])) texts.push({ start: node['value'].start, text: String(node['value']['value']) })
    // In components, words that depend on a condition are read, even single ones.
    const isChoice = file.endsWith('x') && node.type === 'ConditionalExpression'
    for (const part of isChoice ? [node['consequent'], node['alternate']] : [])
      if (isNode(part) && isWord(part)) texts.push({ start: part.start, text: String(part['value']) })
  })
  return texts.map(({ start, text }) => ({
    line: source.slice(0, start).split('\n').length,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** What a node says, if people read it. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'Literal' && typeof node.value === 'string') return /\s/.test(node.value) ? node.value : undefined
  if (node.type !== 'TemplateElement') return undefined
  const { cooked } = node.value as { cooked: string | null }
  return cooked !== null && /\s/.test(cooked) ? cooked : undefined
}

const isReadName = (key: unknown) => isNode(key) && READ.has(String(key['name']))

const isWord = ({ type, value }: Node) => type === 'Literal' && typeof value === 'string' && /^\w+$/.test(value)

/** Calls `see` for each node that can hold a text, in the order of the source. */
function visit(node: Node, see: (node: Node) => void): void {
  if (/^(?:ImportDeclaration|TS(?!As|Satisfies|NonNull))/.test(node.type)) return
  if (node.type === 'JSXAttribute' && NOT_READ.has((node.name as { name: string }).name)) return
  see(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see)
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
