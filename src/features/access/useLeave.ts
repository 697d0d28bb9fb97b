import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '#src/lib/paths.ts'

/** After the session has been ended: leads to the sign-in page and drops all data of the user. */
export function useLeave(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // At once: a page that is still mounted when its data goes would ask for it again, and be refused.
    await navigate(paths.login(), { flushSync: true })
    client.clear() // the next user must not see this user's data
  }
}
