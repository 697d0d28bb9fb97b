import Check from 'lucide-react/icons/check'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { number } from '#words/counts.ts'

/** What is well: as good to know at three in the morning as what is not. */
export const FineList = ({ fine, open = false }: { fine: readonly string[]; open?: boolean }) => (
  <Disclosure summary={`Passed checks (${number(fine.length)})`} open={open}>
    <Ticks items={fine} />
  </Disclosure>
)

/** Sentences, each with a tick. */
export const Ticks = ({ items }: { items: readonly string[] }) => (
  <ul className="flex flex-col gap-1">
    {items.map((what) => (
      <li key={what} className="flex items-start gap-2">
        <Check className="mt-0.5 size-4 shrink-0 text-ok" aria-hidden />
        <span className="min-w-0 wrap-anywhere">{what}</span>
      </li>
    ))}
  </ul>
)
