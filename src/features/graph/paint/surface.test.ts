import { describe, expect, it } from 'vitest'
import { NO_MARGIN, type Window } from '../scene.ts'
import { MARGIN, surfaceOn } from './surface.ts'

const VIEW: Window = { x: 10, y: 20, zoom: 1, width: 800, height: 500 }
const MODEL = ['model']

/** A surface, and what each call does: what is painted, where the canvas is then, and where the names are. */
function watched() {
  const layer = () => {
    const context = { setTransform: () => undefined, clearRect: () => undefined }
    return { width: 0, height: 0, style: { transform: '' }, getContext: () => context } as unknown as HTMLCanvasElement
  }
  const [canvas, layerOfNames] = [layer(), layer()]
  const surface = surfaceOn({ picture: canvas, names: layerOfNames })
  let names: [number, number] | undefined
  const show = (change: Partial<Window>, isMoving: boolean, parts: readonly unknown[] = MODEL, density = 1) => {
    let painted: Window | undefined
    names = undefined
    const isPainted = surface.show({ window: { ...VIEW, ...change }, parts, density, isMoving }, (_, window) => {
      painted = window
      expect(canvas.style.transform, 'nothing is painted on a moved canvas').toBe('')
      return (...by) => (names = by)
    })
    expect(isPainted).toBe(painted !== undefined)
    return { painted, at: canvas.style.transform, names }
  }
  return { show, surface, canvas, layerOfNames }
}

describe('while the picture is panned', () => {
  it('the canvas is moved, up to the margin, and painted again beyond', () => {
    const { show, canvas, layerOfNames } = watched()
    expect(show({}, false)).toMatchObject({ painted: { ...VIEW, margin: MARGIN }, at: '' })
    expect(layerOfNames).toMatchObject({ width: 800, height: 500 })
    expect(canvas).toMatchObject({ width: 800 + 2 * MARGIN.x, height: 500 + 2 * MARGIN.y })
    expect(show({ x: 3, y: 25 }, true)).toEqual({ painted: undefined, at: 'translate(-7px, 5px)', names: [-7, 5] })
    expect(show({ x: 10 + MARGIN.x, y: 20 - MARGIN.y }, true).painted).toBeUndefined()
    for (const beyond of [{ x: 11 + MARGIN.x }, { x: 9 }, { y: 21 + MARGIN.y }])
      expect(show(beyond, true).painted).toEqual({ ...VIEW, ...beyond, margin: MARGIN })
  })

  it('the picture is painted exactly when it comes to rest, once', () => {
    const { show } = watched()
    show({}, false)
    show({ x: 50 }, true)
    expect(show({ x: 50 }, false)).toMatchObject({ painted: { ...VIEW, x: 50, margin: MARGIN }, at: '' })
    expect(show({ x: 50 }, false).painted).toBeUndefined()
    expect(show({ x: 50 }, true).painted).toBeUndefined()
  })

  it('a canvas that is moved back is where it was', () => {
    const { show } = watched()
    show({}, false)
    show({ x: 50 }, true)
    expect(show({}, true)).toEqual({ painted: undefined, at: 'translate(0px, 0px)', names: [0, 0] })
  })
})

it('while it zooms only the pane is painted, and the margin when it is panned or comes to rest', () => {
  for (const isMoving of [true, false]) {
    const { show } = watched()
    show({}, false)
    for (const zoom of [1.1, 1.2]) expect(show({ zoom }, true).painted).toMatchObject({ zoom, margin: NO_MARGIN })
    const x = isMoving ? 11 : 10
    expect(show({ zoom: 1.2, x }, isMoving).painted).toMatchObject({ zoom: 1.2, x, margin: MARGIN })
  }
})

it('another model, size or density, or an incomplete picture, is painted at once', () => {
  const { show, surface } = watched()
  show({}, false)
  expect(show({ x: 12 }, true, ['another']).painted).toMatchObject({ x: 12, margin: MARGIN })
  expect(show({ x: 12, width: 900 }, true, ['another']).painted).toMatchObject({ width: 900 })
  expect(show({ x: 12, width: 900 }, true, ['another']).painted).toBeUndefined()
  expect(show({ x: 12, width: 900 }, true, ['another'], 2).painted).toBeDefined()
  surface.forget()
  expect(show({ x: 12, width: 900 }, true, ['another'], 2).painted).toBeDefined()
})

it('a picture that asks to be painted again while it is painted is painted again', () => {
  const { show, surface } = watched()
  show({}, false)
  surface.show({ window: VIEW, parts: ['another'], density: 1, isMoving: false }, () => {
    surface.forget()
    return () => undefined
  })
  expect(show({}, false, ['another']).painted).toBeDefined()
  expect(show({}, false, ['another']).painted).toBeUndefined()
})
