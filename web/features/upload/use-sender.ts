import { useEffect, useRef, useState } from 'react'
import { getUser } from '../../../contract/accounts.ts'
import { createContent, type OwnContent } from '../../../contract/content.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { type Sent, upload } from '../../api/upload.ts'
import { type Progress, speedometer } from './progress-words.ts'

export type Outcome = { item: OwnContent } | { fault: ApiError } | 'cancelled'

/** Sends a form with its files. `progress` is there while it is on its way; leaving the page cancels it. */
export function useSender() {
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(undefined)
  const sending = progress !== undefined

  async function send(body: FormData): Promise<Outcome> {
    const controller = new AbortController()
    running.current = controller
    const measure = speedometer()
    const onProgress = (sent: Sent) =>
      setProgress({ ...sent, speed: measure({ at: performance.now(), loaded: sent.loaded }) })
    setProgress({ loaded: 0, total: 1 })
    try {
      // A session that has ended is told now, not after gigabytes were sent for nothing.
      await call(getUser, { signal: controller.signal })
      return { item: await upload(createContent, body, { signal: controller.signal, onProgress }) }
    } catch (fault) {
      if (controller.signal.aborted) return 'cancelled'
      if (fault instanceof ApiError) return { fault }
      throw fault
    } finally {
      setProgress(undefined)
    }
  }

  // Speaks to the browser: it asks before a tab with an upload is closed.
  useEffect(() => {
    if (!sending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [sending])

  // Speaks to the network: what nobody waits for any more is not sent on.
  useEffect(() => () => running.current?.abort(), [])

  return { send, cancel: () => running.current?.abort(), progress }
}
