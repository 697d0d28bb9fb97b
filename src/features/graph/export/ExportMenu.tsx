import { useState } from 'react'
import Download from 'lucide-react/icons/download'
import type { ExportedGraph } from '#domain/graphExport/exportedGraph.ts'
import type { Picture } from '#domain/graphExport/picture.ts'
import { saveFile } from '#src/lib/saveFile.ts'
import { Button } from '#src/ui/Button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#src/ui/Menu.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'

/** The formats for saving: the resources, and their picture if there is one. */
export type Exportable = {
  /** Part of the file's name: `map`, `vpc`. */
  name: string
  graph?: () => ExportedGraph | undefined | Promise<ExportedGraph | undefined>
  picture?: (() => Picture | undefined | Promise<Picture | undefined>) | undefined
}

type Props = {
  /** Part of the files' names; a picture is titled by it. */
  stack: { project: string; stack: string } | string
  /** What is shown, if that is not everything. */
  view: Exportable | undefined
  /** The whole state. */
  all: Exportable
  /** Further formats for what is shown. */
  more?: readonly { title: string; save: () => void }[]
}

const TEXTS = [
  { title: 'DOT', ending: 'dot', type: 'text/vnd.graphviz', write: 'asDot' },
  { title: 'Mermaid', ending: 'mmd', type: 'text/plain', write: 'asMermaid' },
  { title: 'JSON', ending: 'json', type: 'application/json', write: 'asJson' },
] as const

/** Saves the graph in common file formats. None contains properties of resources. */
export function ExportMenu({ stack, view, all, more = [] }: Props) {
  const [status, setStatus] = useState('')
  const title = typeof stack === 'string' ? stack : `${stack.project}/${stack.stack}`
  const save = async (making: () => Promise<void>): Promise<void> => {
    setStatus('')
    try {
      await making()
    } catch (error) {
      setStatus(`Not saved: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return (
    <>
      {status !== '' && <span className="text-sm text-danger">{status}</span>}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <Menu
        trigger={
          <Button size="sm" look="plain">
            <Download aria-hidden /> Export
          </Button>
        }
      >
        {view && <Formats what={view} label="This view" title={title} save={save} />}
        {more.map(({ title: named, save }) => (
          <MenuItem key={named} onSelect={save}>
            {named}
          </MenuItem>
        ))}
        {(view ?? more.length > 0) && <MenuSeparator />}
        <Formats what={all} label="Everything" title={title} save={save} />
      </Menu>
    </>
  )
}

type FormatsProps = {
  what: Exportable
  label: string
  /** Title of the picture and beginning of the file's name. */
  title: string
  save: (making: () => Promise<void>) => Promise<void>
}

/** The formats for one extent: this view, or everything. */
const Formats = ({ what, label, title, save }: FormatsProps) => (
  <>
    {what.picture !== undefined && (
      <>
        <MenuItem onSelect={() => void save(() => savePicture(what, title, 'svg'))}>{label} as SVG</MenuItem>
        <MenuItem onSelect={() => void save(() => savePicture(what, title, 'png'))}>{label} as PNG</MenuItem>
      </>
    )}
    {(what.graph ? TEXTS : []).map((format) => (
      <MenuItem key={format.ending} onSelect={() => void save(() => saveText(what, title, format))}>
        {label} as {format.title}
      </MenuItem>
    ))}
  </>
)

async function savePicture({ name, picture }: Exportable, title: string, ending: 'svg' | 'png'): Promise<void> {
  const image = await picture?.()
  if (!image) throw new Error('it is not laid out yet')
  const element = document.body
  const { pngOf, svgOf } = await import('./paintPicture.ts')
  saveFile(fileName(title, name, ending), ending === 'svg' ? svgOf(image, title, element) : await pngOf(image, element))
}

type TextFormat = (typeof TEXTS)[number]

async function saveText({ name, graph: read }: Exportable, title: string, format: TextFormat): Promise<void> {
  const graph = await read?.()
  if (!graph) throw new Error('it is not laid out yet')
  const texts = await import('#domain/graphExport/texts.ts')
  const text = texts[format.write](graph)
  saveFile(fileName(title, name, format.ending), new Blob([text], { type: `${format.type};charset=utf-8` }))
}

const fileName = (title: string, what: string, ending: string): string =>
  `${title.replace('/', '-')}-${what.replaceAll(/[^\w.-]+/g, '_').slice(0, 80)}.${ending}`
