import { Notice } from './Notice.tsx'

type Props = { title: string; items: readonly string[] }

/** Messages, one a line; nothing if there are none. */
export const NoticeList = ({ title, items }: Props) =>
  items.length === 0 ? null : (
    <Notice tone="attention" announce="none" title={title}>
      <ul className="list-disc pl-4">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Notice>
  )
