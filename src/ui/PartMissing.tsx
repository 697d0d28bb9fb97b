import { Button } from './Button.tsx'

/** Replaces a part that was requested, but whose code could not be loaded. */
export const PartMissing = () => (
  <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md border border-danger bg-surface p-3">
    This part of the console could not be loaded.
    <Button size="sm" onClick={() => location.reload()}>
      Reload
    </Button>
  </div>
)
