import ServerOff from 'lucide-react/icons/server-off'
import type { Outage } from '#contract/updates.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { OutageList } from './OutageList.tsx'

/** That Holdfast was down during a run, before anyone searches the client's network for the cause. */
export const OutageNotice = ({ outages }: { outages: readonly Outage[] }) => (
  <Notice tone="attention" Icon={ServerOff} announce="none" title="Holdfast itself was down during this run">
    <OutageList outages={outages} />A CLI that cannot reach it for about 15 seconds gives up with{' '}
    <Mono>connection refused</Mono>. You don’t need to check the CLI’s network, TLS or proxy.
  </Notice>
)

/** The same of a run that was interrupted, as the cause. */
export const GaveUp = ({ outages }: { outages: readonly Outage[] }) => (
  <>
    <OutageList outages={outages} />
    The CLI probably gave up: it does so after about 15 seconds without an answer. So its network, TLS or proxy is not
    the likely cause. The lease expired later, which ended the update.
  </>
)
