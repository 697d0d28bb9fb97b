import { describe, expect, it } from 'vitest'
import { firstFault } from '#testing/cases.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import type { FocusPicture } from './focusPicture.ts'
import { type Question, reachOf } from './reach.ts'
import { reachPicture } from './reachPicture.ts'
import { relationsOf } from './relations.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat']
const QUESTIONS: readonly Question[] = ['delete', 'replace', 'needs']

function pictureOf(shape: Shape, question: Question, roots: readonly number[], width = 1200) {
  const graph = generateGraph(shape, 200)
  const relations = relationsOf(graph)
  const { reached } = reachOf(relations, graph, roots, question)
  const typeOf = (index: number) => graph.types[graph.type[index] ?? -1] ?? ''
  return { reached, picture: reachPicture({ question, roots, reached, relations, typeOf, width }) }
}

const membersOf = ({ boxes }: FocusPicture) => boxes.flatMap(({ members }) => members).toSorted((a, b) => a - b)
const rowsIn = ({ boxes }: FocusPicture, column: number) => boxes.filter((box) => box.column === column).length

describe('the picture of a blast radius', () => {
  it('has everything that is reached once, in the column of its step, and at most six cards below each other', () => {
    const fault = firstFault(120, (random) => {
      const question = QUESTIONS[random(3)] ?? 'delete'
      const roots = [...new Set([random(200), random(200)])].slice(0, 1 + random(2))
      const { reached, picture } = pictureOf(SHAPES[random(4)] ?? 'aws', question, roots, 700 + random(1000))
      const wanted = [...new Set([...roots, ...reached.map(({ index }) => index)])].toSorted((a, b) => a - b)
      if (membersOf(picture).join() !== wanted.join()) return `${membersOf(picture).length} of ${wanted.length}`
      const side = question === 'needs' ? -1 : 1
      for (const { column, nearest, furthest } of picture.columns) {
        if (column !== 0 && Math.sign(column) !== side) return 'a column on the wrong side'
        if (rowsIn(picture, column) > 6) return `${rowsIn(picture, column)} cards in a column`
        const members = new Set(picture.boxes.flatMap((box) => (box.column === column ? box.members : [])))
        const here = reached.filter(({ index }) => members.has(index))
        if (here.some(({ distance }) => distance < nearest || distance > furthest)) return 'a card at another step'
      }
      return undefined
    })
    expect(fault).toBeUndefined()
  })

  it('is as high as its longest column needs', () => {
    const alone = pictureOf('chain', 'delete', [199]).picture
    const crowded = pictureOf('flat', 'delete', [2]).picture
    expect(alone.height).toBeLessThan(crowded.height)
    expect(crowded.height).toBeLessThan(400)
  })

  it('has all resources asked about in one column', () => {
    const { picture } = pictureOf('aws', 'delete', [10, 20, 30])
    expect(picture.boxes.filter(({ column }) => column === 0).flatMap(({ members }) => members)).toEqual([10, 20, 30])
  })
})
