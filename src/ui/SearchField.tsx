import { useId, useRef } from 'react'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { cx } from '#src/lib/cx.ts'
import { number } from '#words/counts.ts'
import { boxClasses } from './Field.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type Props = {
  /** Its name, also its placeholder unless `placeholder` is given. */
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
  /** Number of matches, announced to screen readers as it changes. */
  matches?: number | undefined
  className?: string | undefined
}

/** A search box; Escape clears it. */
export function SearchField({ label, value, onChange, placeholder = label, matches, className }: Props) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  return (
    <div className={cx('relative min-w-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        className="pointer-events-none absolute top-2 left-2.5 size-4 text-muted pointer-coarse:top-3"
        aria-hidden
      />
      <input
        ref={box}
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onChange('')
        }}
        className={boxClasses(false, 'pr-8 pl-8 pointer-coarse:pr-10 [&::-webkit-search-cancel-button]:hidden')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            onChange('')
            box.current?.focus()
          }}
          className="absolute top-1 right-1 inline-flex pointer-coarse:top-0 pointer-coarse:right-0 size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          <X className="size-4" aria-hidden />
        </button>
      )}
      {matches !== undefined && <VisuallyHidden role="status">{`${number(matches)} found`}</VisuallyHidden>}
    </div>
  )
}
