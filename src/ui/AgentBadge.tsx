/** Marks that an AI agent or an automation acted for the user; nothing for a person at a terminal. */
export const AgentBadge = ({ agent }: { agent: string | null | undefined }) =>
  agent ? (
    <>
      {/* A space, not a margin: it goes away where the line breaks. */}{' '}
      <span className="inline-block rounded-sm border border-line-strong px-1 text-xs whitespace-nowrap text-muted">
        agent {agent}
      </span>
    </>
  ) : null
