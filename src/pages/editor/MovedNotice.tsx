import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** The state has changed during the edit: nothing is written until the user has refreshed. */
export const MovedNotice = ({ from, to, onReview }: { from: number; to: number; onReview: () => void }) => (
  <Notice
    tone="attention"
    announce="alert"
    title={`The state has changed: version ${to} replaced version ${from}`}
    actions={
      <Button size="sm" look="primary" onClick={onReview}>
        Review again
      </Button>
    }
  >
    What you entered is kept; the preview is computed again for the current state.
  </Notice>
)
