import { number } from '#words/counts.ts'
import { visibleText } from '#words/visible.ts'
import { shortType } from '../state/shortType.ts'
import type { Relation } from '../graphQueries/relationKinds.ts'
import type { ExportedGraph } from './exportedGraph.ts'

/** Dashed or dotted: relations that are only an order or a place, and use no value. */
const DOT_STYLES: Readonly<Record<Relation, string>> = {
  property: 'solid',
  dependency: 'dashed',
  parent: 'dotted',
  provider: 'dotted',
  deletedWith: 'bold',
  replaceWith: 'bold',
}

/** The program's name for a relation. */
const word = (relation: Relation): string => (relation === 'dependency' ? 'dependsOn' : relation)

/** The relations of a line, and how many it represents. */
const labelOf = (kinds: readonly Relation[], count: number | undefined): string =>
  kinds.map(word).join(', ') + (count === undefined ? '' : ` (${number(count)})`)

/** A quoted Graphviz text; escapes (`\n`, `\N`) and entities (`&amp;`) in it are taken literally. */
const dotText = (text: string): string =>
  `"${visibleText(text).replaceAll('&', '&amp;').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** The graph in DOT for Graphviz; edges point from the needed resource to the dependent one. */
export function asDot({ stack, resources, relations }: ExportedGraph): string {
  const nodes = resources.map(
    ({ id, name, type, contents }) =>
      `  ${id} [label=${dotText(name).slice(0, -1)}\\n${dotText(contents ?? shortType(type)).slice(1)}, tooltip=${dotText(type)}];`,
  )
  const edges = relations.map(({ from, to, kinds: [kind = 'dependency', ...more], count }) => {
    const label = labelOf([kind, ...more], count)
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

/** Writes characters with a meaning in Mermaid or in the surrounding page as numeric entities. */
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

/** The graph in Mermaid, which Git hosts render; edges point from the needed resource to the dependent one. */
export function asMermaid({ resources, relations }: ExportedGraph): string {
  const nodes = resources.map(({ id, name, type, contents }) => {
    const label = mermaidText(name)
    return `  ${id}[${label.slice(0, -1)}<br/>${mermaidText(contents ?? shortType(type)).slice(1)}]`
  })
  const edges = relations.map(({ from, to, kinds: [kind = 'dependency', ...more], count }) => {
    const label = labelOf([kind, ...more], count)
    return `  ${to} ${MERMAID_ARROWS[kind]}|"${label}"| ${from}` // a bracket in a label without quotes is a syntax error
  })
  return ['flowchart LR', ...nodes, ...edges, ''].join('\n')
}

/** For programs. */
export const asJson = (graph: ExportedGraph): string => `${JSON.stringify(graph, null, 2)}\n`
