import FileUp from 'lucide-react/icons/file-up'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { type ChosenFile, chosenFiles, droppedFiles } from '#src/lib/droppedFiles.ts'
import { buttonClasses } from './buttonLook.ts'

type Props = {
  /** What to choose: "Choose a state file". */
  label: string
  /** Also offers to choose a whole folder; one can be dropped in any case. */
  folderLabel?: string
  hint?: ReactNode
  /** Several files may be chosen at once. */
  takesSeveral?: boolean
  onFiles: (files: ChosenFile[]) => void
  /** What is being done with the chosen file. */
  busy?: string | undefined
  size?: 'large' | 'small'
}

/** A drop zone for files; with the keyboard, the browser's own dialog. */
export function FileDrop({ label, folderLabel, hint, takesSeveral = false, onFiles, busy, size = 'large' }: Props) {
  const hintId = useId()
  const [isOver, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files))
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 text-center transition-colors',
        size === 'large' ? 'py-10' : 'py-4',
        isOver ? 'border-accent bg-accent-subtle' : 'border-line-strong bg-surface',
      )}
    >
      {size === 'large' && <FileUp className="size-7 text-faint" aria-hidden />}
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Choose
          label={label}
          look={size === 'large' ? 'primary' : 'quiet'}
          describedBy={hintId}
          takesSeveral={takesSeveral}
          onFiles={onFiles}
        />
        {folderLabel !== undefined && <Choose label={folderLabel} look="quiet" isFolder onFiles={onFiles} />}
        <span className="text-muted">or drop it here</span>
      </div>
      {hint !== undefined && (
        <div id={hintId} className="max-w-prose text-sm text-muted">
          {hint}
        </div>
      )}
      <p role="status" className={busy === undefined ? 'sr-only' : 'inline-flex items-center gap-2 text-running'}>
        {busy !== undefined && (
          <>
            <LoaderCircle className="size-4 animate-spin" aria-hidden /> {busy}
          </>
        )}
      </p>
    </div>
  )
}

type ChooseProps = {
  label: string
  look: 'primary' | 'quiet'
  isFolder?: boolean
  takesSeveral?: boolean
  describedBy?: string
  onFiles: (files: ChosenFile[]) => void
}

const Choose = ({ label, look, isFolder = false, takesSeveral = false, describedBy, onFiles }: ChooseProps) => (
  <label
    className={buttonClasses(
      look,
      'md',
      false,
      'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
    )}
  >
    {label}
    <input
      type="file"
      multiple={takesSeveral || isFolder}
      aria-describedby={describedBy}
      ref={(input) => {
        if (input && isFolder) input.webkitdirectory = true
      }}
      onChange={({ target }) => {
        const files = chosenFiles(target.files)
        target.value = '' // the same file may be chosen again
        if (files.length > 0) onFiles(files)
      }}
      className="absolute inset-0 cursor-pointer opacity-0"
    />
  </label>
)
