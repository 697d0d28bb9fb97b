import { Notice } from './Notice.tsx'

type Props = { title: string; items: readonly string[] }

/** Messages, one a line, with bullets if there are several; nothing if there are none. */
export const NoticeList = ({ title, items }: Props) =>
  items.length === 0 ? null : (
    <Notice tone="attention" announce="none" title={title}>
      <ul className={items.length > 1 ? 'list-disc pl-4' : undefined}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Notice>
  )
