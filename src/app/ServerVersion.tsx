import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionQueries } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/Toasts.tsx'

/**
 * Says that the server has another version than this page, and offers a reload. A restarted server sends a new
 * greeting, after which its version is asked for again. Nothing reloads by itself: the user may be in the middle of an
 * answer.
 */
export function ServerVersion(): null {
  const { data } = useQuery(sessionQueries.current())
  const version = data?.serverVersion
  const [loaded, setLoaded] = useState(version)
  if (loaded === undefined && version !== undefined) setLoaded(version)
  useEffect(() => {
    if (version === undefined || loaded === undefined || version === loaded) return
    const isNewer = version.localeCompare(loaded, 'en', { numeric: true }) > 0
    toast({
      id: 'server version',
      title: isNewer ? `The server was updated to ${version}` : `The server went back to ${version}`,
      description: `This page is from ${loaded}. Reload it when you have finished what you are doing.`,
      tone: 'attention',
      stays: true,
      action: (
        <Button size="sm" onClick={() => location.reload()}>
          Reload
        </Button>
      ),
    })
  }, [version, loaded])
  return null
}
