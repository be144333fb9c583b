import { useEffect } from 'react'
import { getInstance } from '../../../contract/instance.ts'
import { request } from '../../api/client.ts'
import { readStored, writeStored } from '../../ui/browser-storage.ts'
import { ErrorState } from '../../ui/error-state.tsx'

/** Shown when a page throws while it renders. The navigation around it stays. */
export function PageError() {
  return <NotLoaded description="Something went wrong on our side. Please try again." />
}

function NotLoaded({ description }: { description: string }) {
  return (
    <div className="pt-10">
      <ErrorState title="This page didn’t load" description={description} onRetry={() => location.reload()} />
    </div>
  )
}

const reloadedUrlKey = 'loaded-again'

/** Shown when a page's code cannot be loaded: the site has a newer build than this tab, or the network is down. */
export function ChunkLoadError() {
  // Reloads the document once per URL, because a new document names the current build's files.
  useEffect(() => {
    if (readStored('sessionStorage', reloadedUrlKey) === location.href) return
    void request(getInstance).then(
      () => {
        // Without the stored URL it would reload in a loop.
        if (writeStored('sessionStorage', reloadedUrlKey, location.href)) location.reload()
      },
      () => undefined,
    )
  }, [])

  return <NotLoaded description="We couldn’t reach the server. Check your connection and try again." />
}
