import Boxes from 'lucide-react/icons/boxes'
import { urnName } from '#domain/state/urn.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'

type Props = { urn: string; version: number; onDismiss: () => void }

/** The address names a resource that the state does not have. */
export const GoneNotice = ({ urn, version, onDismiss }: Props) => (
  <Notice
    tone="attention"
    title="This resource is not in the state any more"
    actions={
      <>
        <LinkButton size="sm" to={paths.search({ q: urnName(urn) })}>
          Search all stacks
        </LinkButton>
        <Button size="sm" onClick={onDismiss}>
          Dismiss
        </Button>
      </>
    }
  >
    Version {version} has no <UrnText urn={urn} max={60} />. It was deleted, renamed, or moved to another stack.
  </Notice>
)

/** In place of the resources of a state that has none any more. */
export const NothingLeft = () => (
  <Card>
    <EmptyState Icon={Boxes} title="The state has no resources">
      Everything was destroyed, or nothing was created yet. The next <code className="font-mono">pulumi up</code> fills
      it.
    </EmptyState>
  </Card>
)
