import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import Check from 'lucide-react/icons/check'
import { cx } from '#src/lib/cx.ts'
import type { Icon as IconType } from './icon.ts'

type MenuProps = {
  /** A button that takes a ref and spreads its props. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  onClose?: () => void
}

/** A menu of actions, with keyboard support. Its children are MenuItem, MenuLink, MenuChoice and MenuSeparator. */
export const Menu = ({ trigger, children, align = 'end', onClose }: MenuProps) => (
  <Base.Root modal={false} onOpenChange={(isOpen) => !isOpen && onClose?.()}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner align={align} sideOffset={4} collisionPadding={8} className="z-50">
        <Base.Popup className="max-h-(--available-height) max-w-80 min-w-44 max-sm:max-w-[calc(100vw-1rem)] overflow-y-auto rounded-md bg-raised py-1 text-ink shadow-raised transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0">
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)

const ROW =
  'flex min-h-8 cursor-pointer items-center gap-2 px-3 py-1 text-left -outline-offset-2 select-none data-highlighted:bg-hover'

type ItemProps = {
  children: ReactNode
  Icon?: IconType | undefined
  onSelect: () => void
  tone?: 'plain' | 'danger'
  /** Why it is unavailable; it stays in the menu with the reason. */
  blocked?: string | undefined
}

export const MenuItem = ({ children, Icon, onSelect, tone = 'plain', blocked }: ItemProps) => (
  <Base.Item
    aria-disabled={blocked !== undefined || undefined}
    closeOnClick={blocked === undefined}
    onClick={blocked === undefined ? onSelect : undefined}
    className={cx(ROW, tone === 'danger' && 'text-danger', blocked !== undefined && 'cursor-not-allowed text-muted')}
  >
    {Icon && <Icon className="size-4 shrink-0" aria-hidden />}
    <span className="flex min-w-0 flex-col">
      {children}
      {blocked !== undefined && <span className="text-sm text-muted">{blocked}</span>}
    </span>
  </Base.Item>
)

export const MenuLink = ({ to, children, Icon }: { to: string; children: ReactNode; Icon?: IconType | undefined }) => (
  <Base.LinkItem closeOnClick render={<Link to={to} />} className={ROW}>
    {Icon && <Icon className="size-4 shrink-0" aria-hidden />}
    <span className="min-w-0 truncate">{children}</span>
  </Base.LinkItem>
)

type ChoiceProps<Value extends string> = {
  label: ReactNode
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/** One of several choices in a menu; choosing does not close it. */
export const MenuChoice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => (
  <Base.Group>
    <Base.GroupLabel className="px-3 pt-1.5 pb-0.5 text-xs font-medium text-muted">{label}</Base.GroupLabel>
    <Base.RadioGroup
      value={value}
      onValueChange={(chosen: unknown) => {
        const option = options.find((each) => each.value === chosen)
        if (option) onChange(option.value)
      }}
    >
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={ROW}>
          <span className="inline-flex size-4">
            <Base.RadioItemIndicator>
              <Check className="size-4" aria-hidden />
            </Base.RadioItemIndicator>
          </span>
          {option.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  </Base.Group>
)

type CheckProps = { children: ReactNode; checked: boolean; onChange: (checked: boolean) => void }

/** A switch in a menu; it does not close the menu. */
export const MenuCheck = ({ children, checked, onChange }: CheckProps) => (
  <Base.CheckboxItem checked={checked} onCheckedChange={(isChecked) => onChange(isChecked)} className={ROW}>
    <span className="inline-flex size-4">
      <Base.CheckboxItemIndicator>
        <Check className="size-4" aria-hidden />
      </Base.CheckboxItemIndicator>
    </span>
    {children}
  </Base.CheckboxItem>
)

export const MenuSeparator = () => <Base.Separator className="my-1 border-t border-line" />
