import { useEffect, useRef, useState } from 'react'
import { AccessType } from '../../../../../../contract/parts.ts'
import { holds } from '../../../../../../domain/part-kinds.ts'
import { sampleKindOf } from '../../../../../../domain/teaser.ts'
import type { ApiError } from '../../../../../api/client.ts'
import { toast } from '../../../../../ui/toast.ts'
import type { UploadProgress } from '../../upload-progress.ts'
import type { QueuedFile } from '../../upload-queue.ts'
import { toWaiting } from '../../use-upload-queue.ts'
import { contentKindOf, type FormValues } from '../form-values.ts'
import { type PartList, partsOf } from './entries.ts'
import { overallProgress } from './overall-progress.ts'
import { toPartInputs } from './part-inputs.ts'
import { summarizeParts } from './part-labels.ts'
import { toSavedList } from './saved-list.ts'
import { usePartList } from './use-part-list.ts'

/** What is sent with the fields: the list of parts as JSON, or the upload of the only file. */
export type SentParts = { parts?: string; uploadId?: string | undefined }

type FormPartsOptions = {
  initial: PartList | undefined
  maxBytes: number
  /** The form's access type at first. Another one applies to the stored parts too. */
  initialAccess?: string | undefined
  /** Returns the error that it has shown. */
  submit: (typed: FormValues, sent: SentParts) => Promise<ApiError | undefined>
  /** Called when the session has ended while a submitted form waits for its file. */
  onSignedOut?: (typed: FormValues) => void
}

/** What an item's form sends: its only file, or a list of parts. Files are sent when they are chosen, the form when they have arrived. */
export function useFormParts({
  initial,
  maxBytes,
  initialAccess,
  submit,
  onSignedOut = () => undefined,
}: FormPartsOptions) {
  const [pending, setPending] = useState<FormValues>()
  const isSignedOut = useRef(false)
  // An upload began before what was typed since.
  const endSession = useRef<() => void>(undefined)
  endSession.current = () => {
    isSignedOut.current = true
    if (pending) onSignedOut(pending)
  }
  const parts = usePartList(initial, maxBytes, () => endSession.current?.())
  const { list, queue, uploads, failedPart } = parts
  const only = useOnlyFile(parts)
  const stoppedName = failedPart?.name
  const isStopped = stoppedName !== undefined && pending?.status !== 'draft'

  // Sends the form when all files have arrived. A draft may lack some.
  useEffect(() => {
    if (!pending || !list || (queue.isBusy && !isStopped)) return
    setPending(undefined)
    if (isStopped)
      return toast({
        title: 'A file has stopped',
        description: `“${stoppedName}” has stopped. Try again, or remove it.`,
        tone: 'destructive',
      })
    const { accessType } = pending
    const access = AccessType.safeParse(accessType).data
    const inputs = toPartInputs(list, { uploads, access, isForStored: accessType !== initialAccess })
    void submit(pending, { parts: JSON.stringify(inputs) })
  })
  // Sends the form of one file when it has arrived.
  useEffect(() => {
    const { row } = only
    if (!pending || list || !row || (row.state !== 'done' && row.state !== 'failed')) return
    setPending(undefined)
    if (row.state === 'done')
      return void submit(pending, { uploadId: row.uploadId }).then((error) => {
        // The server has no such upload anymore, so it is sent again.
        if (error?.status === 404)
          queue.change(row.key, { ...toWaiting(row), uploadId: undefined, loaded: 0 })
      })
    if (!isSignedOut.current)
      toast({ title: 'Upload failed', description: row.errorMessage ?? '', tone: 'destructive' })
  })

  function submitWhenUploaded(typed: FormValues) {
    const { row } = only
    const sendsFile = holds(contentKindOf(typed), 'file') && row !== undefined
    if (!list && !sendsFile)
      // A file that was chosen before is not part of a link or a text.
      return void submit(typed, {}).then((error) => error || only.select(undefined))
    queue.resume(() => true)
    if (sendsFile && row.state === 'failed') parts.retry(row)
    setPending(typed)
  }

  return {
    ...parts,
    only,
    submit: submitWhenUploaded,
    stopWaiting: () => setPending(undefined),
    pendingProgress: pending && pendingProgress(overallProgress(queue.rows)),
    rules: { list, stoppedName },
    /** The list as the browser keeps it until it is saved. */
    savedList: list && JSON.stringify(toSavedList(list, queue.rows)),
    ...(list ? fieldsOfList(list) : {}),
  }
}

export type FormParts = ReturnType<typeof useFormParts>

/** The file of a form without a list. Its upload begins when it is chosen. */
function useOnlyFile({ queue, toRow, enqueue }: ReturnType<typeof usePartList>) {
  const [key, setKey] = useState<string>()
  /** `earlier`: what the server has of it. Undefined removes the file, and what the server has of it. */
  function select(file: File | undefined, earlier?: Pick<QueuedFile, 'uploadId' | 'loaded'>) {
    if (key !== undefined) queue.remove((row) => row.key === key)
    // An empty file is refused by the form.
    const row = file && file.size > 0 ? toRow(file, earlier) : undefined
    if (row) enqueue([row])
    setKey(row?.key)
  }
  return {
    row: queue.rows.find((row) => row.key === key),
    select,
    /** It stays in the queue, as the file of a part. */
    release: () => setKey(undefined),
  }
}

const saving: UploadProgress = { loaded: 1, total: 1, state: 'saving' }
const pendingProgress = (uploading: UploadProgress | undefined) => uploading ?? saving

/** What the other fields of the form have to know of a list. */
function fieldsOfList(list: PartList) {
  const live = partsOf(list)
  const kinds = live.map(({ kind }) => kind)
  const fileNames = live.flatMap(({ file }) => file?.name ?? [])
  const kind = (['file', 'text', 'link'] as const).find((one) => kinds.includes(one)) ?? 'file'
  const details = {
    fileName: fileNames.find((name) => sampleKindOf(name)) ?? fileNames[0],
    fileNames,
    hasText: kinds.includes('text'),
  }
  return { kind, details, summary: summarizeParts(live) }
}
