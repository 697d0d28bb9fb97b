import CircleX from 'lucide-react/icons/circle-x'

/** What is wrong with a field, announced at once. The icon tells it from a hint where colours do not. */
export const FieldError = ({ id, children }: { id: string; children: string }) => (
  <p id={id} role="alert" className="flex gap-1.5 text-sm font-medium text-danger">
    <CircleX className="mt-0.5 size-4 shrink-0" aria-hidden />
    {children}
  </p>
)
