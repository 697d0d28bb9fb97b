import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import ListFilter from 'lucide-react/icons/list-filter'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { ViewedList } from '#contract/preferences.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { preferenceChanges, preferenceQueries, removeView, saveView } from '#src/api/preferences.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'
import { TextField } from '#src/ui/TextField.tsx'

const addresses = {
  stacks: paths.stacks,
  activity: paths.activity,
  audit: paths.settings.audit,
} as const satisfies Record<ViewedList, () => string>

type Props = {
  list: ViewedList
  /** The filter in the address. */
  search: string
  /** Built-in views. */
  usual?: readonly { name: string; search: string }[]
}

/** The views of a list: built-in ones, and saved ones by name. The button names the current view. */
export function ViewsMenu({ list, search, usual = [] }: Props) {
  const client = useQueryClient()
  const { data } = useQuery({ ...preferenceQueries.mine(), throwOnError: false })
  const [isNaming, setNaming] = useState(false)
  const remove = useMutation({ ...preferenceChanges, mutationFn: (name: string) => removeView(client, { list, name }) })
  const views = (data?.views ?? []).filter((view) => view.list === list)
  const isPresent = (view: { search: string }) => sorted(view.search) === sorted(search)
  const present = views.find(isPresent)
  const shown = present ?? usual.find(isPresent)
  const addressOf = (view: { search: string }) => `${addresses[list]()}${view.search === '' ? '' : `?${view.search}`}`
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden /> {shown ? `View: ${shown.name}` : 'Views'}
          </Button>
        }
      >
        {usual.map((view) => (
          <MenuLink key={view.name} to={addressOf(view)} Icon={ListFilter}>
            {view.name}
          </MenuLink>
        ))}
        {usual.length > 0 && <MenuSeparator />}
        {views.length === 0 && <p className="max-w-60 px-3 py-1 text-sm text-muted">No saved views yet.</p>}
        {views.map((view) => (
          <MenuLink key={view.name} to={addressOf(view)} Icon={Bookmark}>
            {view.name}
          </MenuLink>
        ))}
        <MenuSeparator />
        <MenuItem Icon={BookmarkPlus} onSelect={() => setNaming(true)}>
          Save this view…
        </MenuItem>
        {present && (
          <MenuItem Icon={Trash} tone="danger" onSelect={() => remove.mutate(present.name)}>
            Remove “{present.name}”
          </MenuItem>
        )}
      </Menu>
      {isNaming && <NameView list={list} search={search} onClose={() => setNaming(false)} />}
    </>
  )
}

/** Parameters in the order of their names: views that were saved before may have another one. */
function sorted(search: string): string {
  const parameters = new URLSearchParams(search)
  parameters.sort()
  return parameters.toString()
}

function NameView({ list, search, onClose }: Pick<Props, 'list' | 'search'> & { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const { mutate, isPending, error } = useMutation({
    ...preferenceChanges,
    mutationFn: () => saveView(client, { list, name: name.trim(), search }),
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save this view"
      description={
        list === 'stacks'
          ? 'The filters, groups, order and columns, under a name. Only you see it.'
          : 'The filters, under a name. Only you see it.'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={isPending}
            blocked={name.trim() === '' ? 'Give it a name.' : undefined}
            onClick={() => mutate()}
          >
            Save view
          </Button>
        </>
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={60}
        error={error ? troubleOf(error).detail : undefined}
      />
    </Dialog>
  )
}
