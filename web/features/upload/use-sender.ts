import { useEffect, useRef, useState } from 'react'
import { getUser } from '../../../contract/accounts.ts'
import { createContent, type OwnContent } from '../../../contract/content.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { giveUpUploads, loadTus } from '../../api/load-tus.ts'
import type { Sending } from '../../api/tus.ts'
import { type Sent, upload } from '../../api/upload.ts'
import { type Begun, isSame } from './kept-form.ts'
import { type Progress, speedometer } from './progress-words.ts'
import { bodyOf, type Typed } from './typed.ts'

export type Outcome = { item: OwnContent } | { fault: ApiError } | 'cancelled'
type Sender = {
  start?: Begun | undefined
  /** Hears of a file that is on its way, and of none any more. */
  onBegun: (begun: Begun | undefined, file?: File) => void
  save?: (body: FormData, options: { signal: AbortSignal }) => Promise<OwnContent>
}
type Order = { fields: Typed; file?: File; preview?: File }

/** Sends a form: its file first, in pieces, then the fields. `progress` is there while it is on its way; leaving the page ends it. */
export function useSender({ start, onBegun, save = create }: Sender) {
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<{ end: AbortController; sending?: Sending }>(undefined)
  const begun = useRef(start)
  const busy = progress !== undefined

  async function send({ fields, file, preview }: Order): Promise<Outcome> {
    const end = new AbortController()
    running.current = { end }
    setProgress({ loaded: 0, total: file?.size ?? 1, state: 'sending' })
    try {
      // A session that has ended is told now, not after gigabytes were sent for nothing.
      await call(getUser, { signal: end.signal })
      const uploadId = file && (await sendFile(file, end.signal))
      setProgress((now) => now && { ...now, state: 'saving' })
      const body = bodyOf(fields, { uploadId, preview })
      return { item: await save(body, { signal: end.signal }) }
    } catch (fault) {
      if (end.signal.aborted) return 'cancelled'
      if (!(fault instanceof ApiError)) throw fault
      // What the server does not know any more is begun anew the next time.
      if (fault.status === 404) note(undefined)
      return { fault }
    } finally {
      setProgress(undefined)
    }
  }

  async function sendFile(file: File, signal: AbortSignal): Promise<string> {
    const { sendInPieces } = await loadTus()
    const known = begun.current && isSame(file, begun.current) ? begun.current : undefined
    const noteLoaded = seldom((loaded: number) => begun.current && note({ ...begun.current, loaded }))
    let measure = speedometer()
    const sending = sendInPieces(file, {
      ...(known && { known: known.uploadId }),
      signal,
      onBegun(uploadId) {
        if (begun.current?.uploadId === uploadId) return
        const { name, size, lastModified } = file
        note({ uploadId, name, size, lastModified, loaded: 0 }, file)
      },
      onProgress(sent: Sent) {
        const speed = measure({ at: performance.now(), loaded: sent.loaded })
        noteLoaded(sent.loaded)
        setProgress({ ...sent, speed, state: 'sending' })
      },
      onState(state, waitsFor) {
        measure = speedometer()
        setProgress((now) => now && { ...now, speed: undefined, state, waitsFor })
      },
    })
    if (running.current) running.current.sending = sending
    return sending.done
  }

  function note(newest: Begun | undefined, file?: File) {
    begun.current = newest
    onBegun(newest, file)
  }

  function cancel() {
    running.current?.end.abort()
    const dropped = begun.current
    note(undefined)
    if (dropped) giveUpUploads(dropped.uploadId)
  }

  // Speaks to the browser: it asks before a tab with an upload is closed.
  useEffect(() => {
    if (!busy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [busy])
  // Speaks to the network: what nobody waits for any more is not sent on.
  useEffect(() => () => running.current?.end.abort(), [])

  return {
    send,
    cancel,
    pause: () => running.current?.sending?.pause(),
    resume: () => running.current?.sending?.resume(),
    progress,
  }
}

function create(body: FormData, options: { signal: AbortSignal }): Promise<OwnContent> {
  return upload(createContent, body, options)
}

/** Once a second is often enough to write down how far it has come. */
function seldom<T>(work: (value: T) => void): (value: T) => void {
  let last = 0
  return (value) => {
    const now = performance.now()
    if (now - last < 1_000) return
    last = now
    work(value)
  }
}
