import { DASHBOARD_RUNS, type Dashboard } from '#contract/stacks.ts'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { RunCalendar } from '#src/features/stacks/runs/RunCalendar.tsx'
import { RunLegend } from '#src/features/stacks/runs/RunLegend.tsx'
import { isMarked, usualOf } from '#src/features/stacks/runs/runs.ts'
import { StackName } from '#src/features/stacks/StackName.tsx'
import { paths } from '#src/lib/paths.ts'
import { Card } from '#src/ui/Card.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { stackName } from '#src/features/stacks/names.ts'
import { number, plural } from '#words/counts.ts'
import { DAY_MS, durationText, monthDay } from '#words/time.ts'

/** Days between two labels of the axis. */
const DATE_EVERY = 7

/** A number of runs; with `+` if the server sent only the last ones. */
const atLeast = (count: number, runs: number): string => `${number(count)}${runs >= DASHBOARD_RUNS ? '+' : ''}`

/** The stacks that changed last, with their runs on an axis of days, to see which one is in trouble since when. */
export function LastDays({ dashboard: { stacks, since, now }, hideOrg }: { dashboard: Dashboard; hideOrg: boolean }) {
  const days = Math.round((now - since) / DAY_MS)
  const dates = Array.from({ length: Math.floor(days / DATE_EVERY) + 1 }, (_, n) => since + n * DATE_EVERY * DAY_MS)
  return (
    <Card title={`Last ${days} days`} padding="none" actions={<TextLink to={paths.stacks()}>All stacks</TextLink>}>
      <Table label={`Updates of the last ${days} days`} narrow="cards">
        <THead>
          <Tr>
            <Th>Stack</Th>
            <Th className="w-1/2 max-sm:w-full">
              <span className="flex justify-between font-normal">
                {dates.map((at, index) => (
                  <span key={at}>{index === dates.length - 1 ? 'now' : monthDay(at)}</span>
                ))}
              </span>
            </Th>
            <Th align="right">Updates</Th>
            <Th align="right">Usually</Th>
          </Tr>
        </THead>
        <TBody>
          {stacks.map(({ ref, health, runs }) => {
            const failed = runs.filter(isMarked).length
            const usual = usualOf(runs)
            return (
              <Tr key={`${ref.org}/${ref.project}/${ref.stack}`}>
                <Td className="max-w-64 py-1 max-sm:order-1 max-sm:row-span-2">
                  <StackName stack={ref} hideOrg={hideOrg} />
                  <span className="block">
                    <HealthStatus health={health} size="small" />
                  </span>
                </Td>
                <Td className="py-1.5 max-sm:order-4 max-sm:col-span-2">
                  <RunCalendar runs={runs} since={since} now={now} days={days} />
                </Td>
                <Td align="right" className="whitespace-nowrap max-sm:order-2">
                  <TextLink to={paths.updates(ref)}>
                    {atLeast(runs.length, runs.length)}
                    <span className="sr-only"> in the history of {stackName(ref)}</span>
                  </TextLink>
                  <span className="sm:hidden"> {plural(runs.length, 'update', 'updates')}</span>
                  {failed > 0 && (
                    <span className="block text-xs text-danger">{atLeast(failed, runs.length)} failed</span>
                  )}
                </Td>
                <Td align="right" className="whitespace-nowrap text-muted max-sm:order-3 max-sm:text-xs">
                  <InCard>Usually</InCard>
                  {usual === null ? '–' : durationText(usual)}
                </Td>
              </Tr>
            )
          })}
        </TBody>
      </Table>
      <div className="border-t border-line px-3 py-1.5">
        <RunLegend runs={stacks.flatMap(({ runs }) => runs)} />
      </div>
    </Card>
  )
}
