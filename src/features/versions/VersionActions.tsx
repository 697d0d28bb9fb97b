import Download from 'lucide-react/icons/download'
import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { UpdateDetail } from '#contract/updates.ts'
import { useWhyNot } from '#src/api/whyNot.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import { buttonClasses } from '#src/ui/buttonLook.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { StateDownload } from './StateDownload.tsx'

type Props = {
  stack: StackRef
  version: number
  /** The version to compare with; null if there is none. */
  base: number | null
  /** The current version. */
  current: number
}

/** The actions for a version whose state is kept: show its changes, restore, download. */
export function VersionActions({ stack, version, base, current }: Props) {
  const mayNot = useWhyNot('change', { ref: stack })
  return (
    <span className="inline-flex items-center gap-1">
      {base !== null && (
        <LinkButton
          size="sm"
          look="plain"
          to={paths.compare(stack, { from: base, to: version })}
          aria-label={`Changes of version ${version}`}
        >
          Changes
        </LinkButton>
      )}
      {version !== current &&
        (mayNot === undefined ? (
          <LinkButton
            size="sm"
            to={paths.recovery(stack, 'restore-version', { version })}
            aria-label={`Restore version ${version}…`}
          >
            Restore…
          </LinkButton>
        ) : (
          <Button size="sm" blocked={mayNot} aria-label={`Restore version ${version}…`}>
            Restore…
          </Button>
        ))}
      <StateDownload
        stack={stack}
        version={version}
        aria-label={`Download version ${version}`}
        title="Download: for pulumi stack import, ciphertexts as they are stored"
        className={buttonClasses('plain', 'sm', false, 'px-1.5')}
      >
        <Download aria-hidden />
      </StateDownload>
    </span>
  )
}

/**
 * The same on the page of the update that made the version, which shows the changes itself; nothing for a preview, or
 * while it runs.
 */
export function UpdateVersionActions({ run: { stack, version, endedAt, dryRun } }: { run: UpdateDetail }) {
  const { data } = useQuery(stackQueries.detail(stack))
  if (version === null || endedAt === null || dryRun || !data) return null
  return <VersionActions stack={stack} version={version} base={null} current={data.basis?.version ?? data.version} />
}
