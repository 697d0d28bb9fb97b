import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'

type Props = { signedInAs: string; signsIn: string; onChange: () => void; onKeep: () => void }

/** Asks before a link signs this browser in as another user: someone else may have sent it. */
export const ChangeUserQuestion = ({ signedInAs, signsIn, onChange, onKeep }: Props) => (
  <div className="mx-auto flex w-full max-w-lg flex-col gap-4">
    <PageHeader title={`Sign in as ${signsIn}?`} />
    <Card>
      <div className="flex flex-col gap-4">
        <p>
          You are signed in as <strong>{signedInAs}</strong>. This link signs you in as <strong>{signsIn}</strong>, and
          everything you do then is recorded under that name.
        </p>
        <p className="text-muted">Continue only if you asked for this link.</p>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" onClick={onKeep}>
            Stay signed in as {signedInAs}
          </Button>
          <Button onClick={onChange}>Sign in as {signsIn}</Button>
        </div>
      </div>
    </Card>
  </div>
)
