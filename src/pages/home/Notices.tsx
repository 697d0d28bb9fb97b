import { OpenAlarms } from '#src/features/untracked/OpenAlarms.tsx'
import { UntrackedNotice } from '#src/features/untracked/UntrackedNotice.tsx'

/** Alarms and untracked resources of all stacks. Usually there are none, so this is loaded only if there are. */
export const Notices = ({ what }: { what: 'alarms' | 'untracked' }) =>
  what === 'alarms' ? <OpenAlarms withStack /> : <UntrackedNotice />
