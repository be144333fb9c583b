import { useEffect, useRef, useState } from 'react'
import { getUser } from '../../../../contract/accounts.ts'
import { listContent } from '../../../../contract/content.ts'
import { getStats } from '../../../../contract/earnings.ts'
import { ApiError, isSignedOut } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { useRefresh } from '../../../api/hooks.ts'
import { giveUpUploads } from '../../../api/load-tus.ts'
import { signInAgain } from '../../../api/signed-out.ts'
import type { Sentences } from '../../../ui/form-errors.ts'
import { toast } from '../../../ui/toast.ts'
import type { Typed } from '../typed.ts'
import { titleName } from './check-many.ts'
import { changed, due, isOpen, isUnderway, keyOf, type Left, mayPause, type Row, rowOf } from './rows.ts'
import { sendOne } from './send-one.ts'

/** Many files on their way, two at a time. Each can be paused, given up and tried again by itself. */
export function useMany(start: Array<Left>) {
  const [rows, setRows] = useState<Array<Row>>([])
  const [notChosen, setNotChosen] = useState(start)
  const [errors, setErrors] = useState<Sentences>()
  const shared = useRef<Typed>({})
  const sending = useRef(new Map<string, AbortController>())
  const refresh = useRefresh()

  const isBusy = rows.some(isUnderway)
  const change = (key: string, next: Partial<Row>) => setRows((now) => changed(now, key, next))

  // Speaks to the network: what waits is begun as soon as there is room.
  useEffect(() => {
    for (const row of due(rows)) void begin(row)
  })
  // Speaks to the network: what nobody waits for any more is not sent on.
  useEffect(() => {
    const all = sending.current
    return () => {
      for (const one of all.values()) one.abort()
    }
  }, [])

  async function begin(row: Row) {
    if (sending.current.get(row.key)?.signal.aborted === false) return
    const end = new AbortController()
    sending.current.set(row.key, end)
    const tell = (next: Partial<Row>) => end.signal.aborted || change(row.key, next)
    tell({ state: 'sending', sentence: undefined })
    try {
      await sendOne(row, { shared: shared.current, signal: end.signal, tell })
      void refresh(listContent, getStats)
    } catch (fault) {
      if (end.signal.aborted) return
      if (!(fault instanceof ApiError)) throw fault
      fail(row.key, fault)
    } finally {
      end.abort()
    }
  }

  function fail(key: string, fault: ApiError) {
    // What the server does not know any more is begun anew the next time.
    const anew = fault.status === 404 ? { uploadId: undefined, loaded: 0 } : {}
    change(key, { state: 'failed', sentence: fault.sentence, speed: undefined, ...anew })
    if (isSignedOut(fault)) return signInAgain()
    if (Object.keys(fault.fields).length > 0) setErrors(fault.fields)
  }

  function add(files: Array<File>) {
    const found = (file: File) => notChosen.find((one) => keyOf(one) === keyOf(file))
    const chosen = files.map((file) => rowOf(file, found(file)))
    const keys = new Set(chosen.map(({ key }) => key))
    setRows((now) => [...now, ...chosen.filter(({ key }) => now.every((row) => row.key !== key))])
    setNotChosen((now) => now.filter((one) => !keys.has(keyOf(one))))
  }

  /** A session that has ended is told now, not after gigabytes were sent for nothing. */
  async function submit(typed: Typed) {
    setErrors(undefined)
    try {
      await call(getUser)
    } catch (fault) {
      if (isSignedOut(fault)) return signInAgain()
      if (!(fault instanceof ApiError)) throw fault
      return toast({ title: 'Upload failed', text: fault.sentence, tone: 'destructive' })
    }
    shared.current = typed
    setRows((now) => now.map((row) => (isOpen(row) ? waiting(row, typed[titleName(row)]) : row)))
  }

  function stop(concerns: (row: Row) => boolean): Array<Row> {
    const stopped = rows.filter(concerns)
    for (const { key } of stopped) sending.current.get(key)?.abort()
    return stopped
  }

  function pause(concerns: (row: Row) => boolean) {
    const keys = stop((row) => concerns(row) && mayPause(row)).map(({ key }) => key)
    setRows((now) =>
      now.map((row) => (keys.includes(row.key) ? { ...row, state: 'paused', speed: undefined } : row)),
    )
  }

  const resume = (concerns: (row: Row) => boolean) =>
    setRows((now) => now.map((row) => (row.state === 'paused' && concerns(row) ? waiting(row) : row)))

  /** Takes files off the list and gives up what has come of them; what is published stays. */
  function cancel(concerns: (row: Row) => boolean) {
    const dropped = stop((row) => concerns(row) && row.state !== 'done' && row.state !== 'saving')
    const keys = dropped.map(({ key }) => key)
    setRows((now) => now.filter(({ key }) => !keys.includes(key)))
    forget(dropped)
  }

  /** While others are on their way, what they share stands; else it is what the form says now. */
  function retry(row: Row, typed: Typed) {
    if (!isBusy) shared.current = { ...typed, status: shared.current.status ?? 'published' }
    change(row.key, waiting(row, typed[titleName(row)]))
  }

  function startOver() {
    forget(notChosen)
    setNotChosen([])
  }

  return {
    ...{ rows, notChosen, errors, add, submit, pause, resume, cancel, startOver },
    ...{ retry, isBusy },
  }
}

function waiting(row: Row, title?: string): Row {
  return { ...row, state: 'waiting', sentence: undefined, title: title?.trim() || row.title }
}

/** Says to the server that nobody goes on with these. */
function forget(dropped: Array<Left>): void {
  const begun = dropped.flatMap(({ uploadId, made }) => (uploadId && !made ? [uploadId] : []))
  if (begun.length === 0) return
  giveUpUploads(...begun)
}
