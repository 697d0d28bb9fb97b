import Ellipsis from 'lucide-react/icons/ellipsis'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import ClipboardCopy from 'lucide-react/icons/clipboard-copy'
import PackageX from 'lucide-react/icons/package-x'
import ShieldOff from 'lucide-react/icons/shield-off'
import Terminal from 'lucide-react/icons/terminal'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { isProviderType, ROOT_STACK_TYPE, urnType } from '#domain/state/urn.ts'
import { excludeFlags, targetFlags } from '#domain/commands.ts'
import { copyText } from '#src/lib/clipboard.ts'
import { isHarmfulInTerminal } from '#src/lib/controlCharacters.ts'
import { paths } from '#src/lib/paths.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Icon } from '#src/ui/icon.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#src/ui/Menu.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { counted, number } from '#words/counts.ts'

/** Longer command lines are refused by Linux; Windows allows a quarter of this. */
const LONGEST = 120_000

type Props = {
  stack: StackRef
  /** The resources that the question is about. */
  roots: readonly string[]
  /** The whole set, roots first. */
  urns: readonly string[]
  /** The resources of the set to which a recovery applies. */
  protectedUrns: readonly string[]
  oldUrns: readonly string[]
}

/** Some browsers and proxies refuse longer addresses. */
const LONGEST_ADDRESS = 6_000

/** The recovery with these resources preselected, or with all of its own if they are too many for an address. */
function recoveryOf(stack: StackRef, id: RecoveryId, urns: readonly string[]): { to: string; isSet: boolean } {
  const of = (urn: readonly string[]) => paths.recovery(stack, id, { step: 'answer', urn })
  const to = of(urns)
  return to.length > LONGEST_ADDRESS ? { to: of([]), isSet: false } : { to, isSet: true }
}

/** The editor with these entries; undefined if they are too many for an address. */
function editorOf(stack: StackRef, action: 'delete' | 'move', urns: readonly string[]): string | undefined {
  const to = paths.edit(stack, { do: action, urn: urns })
  return to.length > LONGEST_ADDRESS ? undefined : to
}

/** The actions for a set of resources: copy for the terminal, or pass to an editor of the state. */
export function SetMenu({ stack, roots, urns, protectedUrns, oldUrns }: Props) {
  const [status, setStatus] = useState('')
  const copy = async (what: string, text: string): Promise<void> => {
    setStatus((await copyText(text)) ? `Copied ${what}` : 'Not copied: the browser refused')
  }
  return (
    <>
      {status !== '' && <span className="text-sm text-muted">{status}</span>}
      <VisuallyHidden role="status">{status}</VisuallyHidden>
      <Menu
        trigger={
          <Button size="sm">
            <Ellipsis aria-hidden /> Actions for {number(urns.length)}…
          </Button>
        }
      >
        <CopyItems roots={roots} urns={urns} onCopy={(what, text) => void copy(what, text)} />
        <MenuSeparator />
        <RecoveryItems {...{ stack, protectedUrns, oldUrns }} />
        <EditItems {...{ stack, roots, urns }} />
      </Menu>
    </>
  )
}

type CopyProps = Pick<Props, 'roots' | 'urns'> & { onCopy: (what: string, text: string) => void }

/** What can be copied for the terminal. */
function CopyItems({ roots, urns, onCopy }: CopyProps) {
  const all = counted(urns.length, 'resource')
  const lines = urns.join('\n')
  const flags = targetFlags(urns)
  const excluded = excludeFlags(urns)
  return (
    <>
      <MenuItem
        Icon={ClipboardCopy}
        blocked={
          isHarmfulInTerminal(lines, { isLines: true })
            ? 'A name in it has control characters that a terminal would execute.'
            : undefined
        }
        onSelect={() => onCopy(counted(urns.length, 'URN'), lines)}
      >
        Copy {counted(urns.length, 'URN')}
      </MenuItem>
      <MenuItem Icon={Terminal} blocked={tooLong(flags)} onSelect={() => onCopy(`--target for ${all}`, flags)}>
        Copy as --target flags
      </MenuItem>
      <MenuItem Icon={Terminal} onSelect={() => onCopy('--target with --target-dependents', targetFlags(roots, true))}>
        Copy --target … --target-dependents
      </MenuItem>
      <MenuItem Icon={Terminal} blocked={tooLong(excluded)} onSelect={() => onCopy(`--exclude for ${all}`, excluded)}>
        Copy as --exclude flags
      </MenuItem>
    </>
  )
}

const tooLong = (text: string): string | undefined =>
  text.length > LONGEST
    ? `Too long for a command line: ${number(Math.round(text.length / 1000))} kB. Use --target-dependents.`
    : undefined

/** The recoveries that apply to some of the set. */
function RecoveryItems({ stack, protectedUrns, oldUrns }: Pick<Props, 'stack' | 'protectedUrns' | 'oldUrns'>) {
  const unprotect = recoveryOf(stack, 'remove-protection', protectedUrns)
  const forget = recoveryOf(stack, 'remove-old-entries', oldUrns)
  return (
    <>
      {protectedUrns.length > 0 && (
        <MenuLink to={unprotect.to} Icon={ShieldOff}>
          {unprotect.isSet
            ? `Remove protection of ${counted(protectedUrns.length, 'resource')}…`
            : 'Remove protection…'}
        </MenuLink>
      )}
      {oldUrns.length > 0 && (
        <MenuLink to={forget.to} Icon={PackageX}>
          {forget.isSet ? `Remove ${counted(oldUrns.length, 'old entry', 'old entries')}…` : 'Remove old entries…'}
        </MenuLink>
      )}
    </>
  )
}

/** The editor of the state, with the set in it. */
function EditItems({ stack, roots, urns }: Pick<Props, 'stack' | 'roots' | 'urns'>) {
  // Providers go along with what uses them, and the root stays.
  const movable = urns.filter((urn) => !isProviderType(urnType(urn)) && urnType(urn) !== ROOT_STACK_TYPE)
  return (
    <>
      <Edit
        to={editorOf(stack, 'move', movable)}
        isPossible={movable.length > 0}
        Icon={ArrowRightLeft}
        title={movable.length > 1 ? `Move ${number(movable.length)} to another stack…` : 'Move to another stack…'}
      />
      <Edit
        to={editorOf(stack, 'delete', roots)}
        isPossible={roots.length > 0}
        Icon={Trash2}
        title={roots.length > 1 ? `Delete ${number(roots.length)} from the state…` : 'Delete from the state…'}
      />
    </>
  )
}

type EditProps = { to: string | undefined; isPossible: boolean; Icon: Icon; title: string }

const Edit = ({ to, isPossible, Icon, title }: EditProps) =>
  !isPossible ? null : to === undefined ? (
    <MenuItem Icon={Icon} blocked="They are too many for an address: filter them first." onSelect={() => undefined}>
      {title}
    </MenuItem>
  ) : (
    <MenuLink Icon={Icon} to={to}>
      {title}
    </MenuLink>
  )
