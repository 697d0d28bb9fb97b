import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkPlus from 'lucide-react/icons/bookmark-plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { troubleOf } from '#src/api/http/problem.ts'
import { preferenceQueries, removeView, saveView } from '#src/api/preferences.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** Views of the list that somebody saved, by name; `search` is the one that is shown. */
export function ViewsMenu({ search }: { search: string }) {
  const client = useQueryClient()
  const { data } = useQuery({ ...preferenceQueries.mine(), throwOnError: false })
  const [isNaming, setNaming] = useState(false)
  const remove = useMutation({ mutationFn: (name: string) => removeView(client, name) })
  const views = data?.views ?? []
  const present = views.find((view) => view.search === search)
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Bookmark aria-hidden /> {present?.name ?? 'Views'}
          </Button>
        }
      >
        {views.length === 0 && <p className="max-w-60 px-3 py-1 text-sm text-muted">No saved views yet.</p>}
        {views.map((view) => (
          <MenuLink
            key={view.name}
            to={`${paths.stacks()}${view.search === '' ? '' : `?${view.search}`}`}
            Icon={Bookmark}
          >
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
      {isNaming && <NameView search={search} onClose={() => setNaming(false)} />}
    </>
  )
}

function NameView({ search, onClose }: { search: string; onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => saveView(client, { name: name.trim(), search }),
    onSuccess: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Save this view"
      description="The filters, groups, order and columns, under a name. Only you see it."
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
