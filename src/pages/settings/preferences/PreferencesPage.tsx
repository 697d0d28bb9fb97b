import { type ReactNode, useState } from 'react'
import { askToNotify, notifyPermission, type NotifyPermission } from '#src/features/updates/watch/notify.ts'
import { type Preferences, usePreferences } from '#src/lib/preferences.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Key } from '#src/ui/Key.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { type Segment, Segments } from '#src/ui/Segments.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { weekdayTime } from '#words/time.ts'
import { localZone } from '#words/timeZone.ts'
import { SettingsTabs } from '../SettingsTabs.tsx'

const change = (preferences: Partial<Preferences>): void => void usePreferences.setState(preferences)

/** What the user chose for this browser: looks, times, notifications, keys. Each choice takes effect at once. */
export default function PreferencesPage() {
  return (
    <>
      <PageHeader title="Preferences" meta={<span>How the console looks and works for you, in this browser</span>} />
      <SettingsTabs />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Appearance">
            <Appearance />
          </Card>
          <Card title="Times">
            <TimeZone />
          </Card>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Card title="Notifications">
            <Notifications />
          </Card>
          <Card title="Keyboard shortcuts">
            <Keys />
          </Card>
        </div>
      </div>
    </>
  )
}

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const
const MOTIONS = [
  { value: 'system', label: 'System' },
  { value: 'off', label: 'Off' },
] as const

function Appearance() {
  const { theme, density, motion } = usePreferences()
  return (
    <div className="flex flex-col gap-5">
      <Setting
        label="Theme"
        hint="System follows the setting of your device."
        options={THEMES}
        value={theme}
        onChange={(next) => change({ theme: next })}
      />
      <Setting
        label="Density"
        hint="The height of the rows in tables and lists."
        options={DENSITIES}
        value={density}
        onChange={(next) => change({ density: next })}
      />
      <Setting
        label="Motion"
        hint="Off stops all animation. System follows the setting of your device."
        options={MOTIONS}
        value={motion}
        onChange={(next) => change({ motion: next })}
      />
    </div>
  )
}

function TimeZone() {
  const timeZone = usePreferences((state) => state.timeZone)
  return (
    <Setting
      label="Time zone"
      hint={<Now />}
      options={[
        { value: 'local', label: `Local (${localZone()})` },
        { value: 'utc', label: 'UTC' },
      ]}
      value={timeZone}
      onChange={(next) => change({ timeZone: next })}
    />
  )
}

/** The present time as the console writes it. */
const Now = () => <>It is {useServerTime((now) => weekdayTime(now))} now.</>

function Notifications() {
  const isOn = usePreferences((state) => state.notifications)
  const [permission, setPermission] = useState(notifyPermission)
  return (
    <div className="flex flex-col items-start gap-3">
      <Checkbox
        label="Notify me when a watched run ends"
        hint="“Notify me” on the page of a running update watches it. The bell in the header always lists it."
        checked={isOn}
        onChange={(next) => change({ notifications: next })}
      />
      {permission === 'default' ? (
        <Button onClick={() => void askToNotify().then(setPermission)}>Allow notifications in this browser</Button>
      ) : (
        <p className="text-sm text-muted">{PERMISSIONS[permission]}</p>
      )}
    </div>
  )
}

const PERMISSIONS = {
  granted: 'This browser shows notifications while the console is in the background.',
  denied: 'This browser blocks notifications from this site; you can allow them in its settings.',
  unavailable: 'This browser can’t show notifications from this site.',
} as const satisfies Record<Exclude<NotifyPermission, 'default'>, string>

function Keys() {
  const isOn = usePreferences((state) => state.singleKeys)
  return (
    <div className="flex flex-col items-start gap-3">
      <Checkbox
        label="Use single-key shortcuts"
        hint="Search a list, go to a page, move through rows. Switch them off if you dictate."
        checked={isOn}
        onChange={(next) => change({ singleKeys: next })}
      />
      {isOn && (
        <p className="text-sm text-muted">
          <Key>?</Key> shows all shortcuts.
        </p>
      )}
    </div>
  )
}

type SettingProps<Value extends string> = {
  label: string
  hint: ReactNode
  options: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A preference with a few values: its name and what it does, and the values beside them. */
const Setting = <Value extends string>({ label, hint, ...setting }: SettingProps<Value>) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
    <div className="min-w-0 flex-1 basis-60">
      <p aria-hidden className="font-medium">
        {label}
      </p>
      <p className="text-sm text-muted">{hint}</p>
    </div>
    <Segments label={label} {...setting} />
  </div>
)
