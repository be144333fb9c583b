import { useEffect } from 'react'
import { getInstance } from '../../api/calls.ts'
import { request } from '../../api/client.ts'
import { readStored, writeStored } from '../../ui/browser-storage.ts'
import { ErrorState } from '../../ui/error-state.tsx'

const key = 'loaded-again'

/** In place of a page whose code did not come: the site is newer than this tab, or out of reach. */
export function ChunkLoadError() {
  // Speaks to the server: where it answers, a document of its own names code that is there. Once for each address.
  useEffect(() => {
    if (readStored('sessionStorage', key) === location.href) return
    void request(getInstance).then(
      () => {
        // Without the note it would be loaded again and again.
        if (writeStored('sessionStorage', key, location.href)) location.reload()
      },
      () => undefined,
    )
  }, [])

  return (
    <div className="pt-10">
      <ErrorState
        title="This page did not load"
        description="We could not reach the server. Check your connection and try again."
        onRetry={() => location.reload()}
      />
    </div>
  )
}
