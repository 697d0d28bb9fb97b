import LoaderCircle from 'lucide-react/icons/loader-circle'

/** Shown while the server works: what it does, in order. It answers once, at the end. */
export const UnderWay = ({ steps }: { steps: readonly string[] }) => (
  <div role="status" className="rounded-lg border border-running-line bg-running-subtle px-4 py-3">
    <p className="flex items-center gap-2 font-semibold text-running">
      <LoaderCircle className="size-4 animate-spin" aria-hidden /> In progress. You may leave this page: the server
      continues.
    </p>
    <ol className="list-decimal pl-10">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </div>
)
