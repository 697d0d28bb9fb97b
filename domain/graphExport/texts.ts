import { visibleText } from '#words/visible.ts'
import { shortType } from '../state/shortType.ts'
import type { Relation } from '../graphQueries/relations.ts'
import type { ExportedGraph } from './exportedGraph.ts'

/** Lines that are an order or a place, and no use of a value, are not drawn through. */
const DOT_STYLES: Readonly<Record<Relation, string>> = {
  property: 'solid',
  dependency: 'dashed',
  parent: 'dotted',
  provider: 'dotted',
  deletedWith: 'bold',
  replaceWith: 'bold',
}

/** What the program calls a relation. */
const word = (relation: Relation): string => (relation === 'dependency' ? 'dependsOn' : relation)

/** A text of Graphviz in quotes: its escapes (`\n`, `\N`) and its entities (`&amp;`) are taken as letters. */
const dotText = (text: string): string =>
  `"${visibleText(text).replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** For Graphviz: an arrow leads from what is needed to what needs it. */
export function asDot({ stack, resources, relations }: ExportedGraph): string {
  const nodes = resources.map(
    ({ id, name, type }) =>
      `  ${id} [label=${dotText(name).slice(0, -1)}\\n${dotText(shortType(type)).slice(1)}, tooltip=${dotText(type)}];`,
  )
  const edges = relations.map(({ from, to, kinds: [kind = 'dependency', ...more] }) => {
    const label = [kind, ...more].map(word).join(', ')
    return `  ${to} -> ${from} [style=${DOT_STYLES[kind]}, tooltip=${dotText(label)}];`
  })
  return [
    `digraph ${dotText(stack)} {`,
    '  rankdir=LR;',
    '  node [shape=box, style=rounded, fontname="sans-serif", fontsize=11];',
    '  edge [color="#667085", arrowsize=0.7];',
    ...nodes,
    ...edges,
    '}',
    '',
  ].join('\n')
}

/** Letters that mean something to Mermaid or to the page that shows it, as its numbered entities. */
const mermaidText = (text: string): string =>
  `"${visibleText(text).replaceAll(/["#&<>;`\\[\]{}()|%]/g, (letter) => `#${letter.codePointAt(0)};`)}"`

const MERMAID_ARROWS: Readonly<Record<Relation, string>> = {
  property: '-->',
  dependency: '-.->',
  parent: '-.->',
  provider: '-.->',
  deletedWith: '==>',
  replaceWith: '==>',
}

/** For Mermaid, which pages of Git hosts draw: an arrow leads from what is needed to what needs it. */
export function asMermaid({ resources, relations }: ExportedGraph): string {
  const nodes = resources.map(({ id, name, type }) => {
    const label = mermaidText(name)
    return `  ${id}[${label.slice(0, -1)}<br/>${mermaidText(shortType(type)).slice(1)}]`
  })
  const edges = relations.map(({ from, to, kinds: [kind = 'dependency', ...more] }) => {
    const label = [kind, ...more].map(word).join(', ')
    return `  ${to} ${MERMAID_ARROWS[kind]}|${label}| ${from}`
  })
  return ['flowchart LR', ...nodes, ...edges, ''].join('\n')
}

/** For programs. */
export const asJson = (graph: ExportedGraph): string => `${JSON.stringify(graph, null, 2)}\n`
