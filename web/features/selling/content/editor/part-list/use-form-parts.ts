import { useEffect, useState } from 'react'
import { AccessType } from '../../../../../../contract/parts.ts'
import { sampleKindOf } from '../../../../../../domain/teaser.ts'
import { toast } from '../../../../../ui/toast.ts'
import type { UploadProgress } from '../../upload-progress.ts'
import type { FormValues } from '../form-values.ts'
import { type PartList, partsOf } from './entries.ts'
import { overallProgress } from './overall-progress.ts'
import { toPartInputs } from './part-inputs.ts'
import { summarizeParts } from './part-labels.ts'
import { toSavedList } from './saved-list.ts'
import { usePartList } from './use-part-list.ts'

type FormPartsOptions = {
  initial: PartList | undefined
  maxBytes: number
  /** The form's access type at first. Another one applies to the stored parts too. */
  initialAccess?: string | undefined
  submit: (typed: FormValues, parts?: string) => void
}

/** The list of parts in an item's form, which is sent when all files have arrived. */
export function useFormParts({ initial, maxBytes, initialAccess, submit }: FormPartsOptions) {
  const parts = usePartList(initial, maxBytes)
  const { list, queue, uploads, failedPart } = parts
  const [pending, setPending] = useState<FormValues>()
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
    submit(pending, JSON.stringify(inputs))
  })

  function submitWhenUploaded(typed: FormValues) {
    if (!list) return submit(typed)
    queue.resume(() => true)
    setPending(typed)
  }

  return {
    ...parts,
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
