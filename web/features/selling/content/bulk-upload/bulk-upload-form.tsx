import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { Instance } from '../../../../../contract/instance.ts'
import { useUnsavedChangesPrompt } from '../../../../shared/use-unsaved-changes-prompt.tsx'
import { removeStored } from '../../../../ui/browser-storage.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Form, textEntries } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { DetailFields } from '../editor/detail-fields.tsx'
import { loadForUser, saveForUser, stringEntries } from '../editor/drafts.ts'
import { emptyValues, type FormValues, uncheckedBoxes, withParsedPrices } from '../editor/form-values.ts'
import { PricingFields } from '../editor/pricing-fields.tsx'
import { ShineCard } from '../editor/shine-rows.tsx'
import { percent } from '../upload-progress.ts'
import { leaveDuringUploadsText } from '../upload-queue.ts'
import { BulkFilePicker, BulkFileRow, BulkProgress } from './bulk-files.tsx'
import {
  type BulkFile,
  bulkSchema,
  bulkValidationToast,
  isEditable,
  titleFieldName,
  toUnfinishedFiles,
  type UnfinishedFile,
} from './bulk-queue.ts'
import { useBulkUpload } from './use-bulk-upload.ts'

type BulkUploadFormProps = { userId: number; instance: Instance; defaults: FormValues }

/** One form for many files: the files with their titles on the left, the shared fields on the right. */
export function BulkUploadForm({ userId, instance, defaults }: BulkUploadFormProps) {
  const [draft] = useState(() => loadBulkDraft(userId))
  const [initialValues] = useState(() => ({ ...emptyValues, ...defaults, ...draft.typed }))
  const [values, setValues] = useState<FormValues>(initialValues)
  const bulkUpload = useBulkUpload(draft.files)
  const { rows, unselectedFiles, errors, isBusy } = bulkUpload
  const list = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLDivElement>(null)
  const leaveDialog = useUnsavedChangesPrompt(isBusy, () => undefined, leaveDuringUploadsText)
  const open = rows.filter(isEditable).length
  // With every file done there is nothing to publish until more files are added.
  const isFinished = rows.length > 0 && rows.every(({ state }) => state === 'done')

  // Before there are files, nothing is to be set either.
  const hasSettings = rows.length > 0 && !isFinished

  // Saves the draft, so that a closed tab can resume.
  useEffect(() => {
    const unfinishedFiles = toUnfinishedFiles(
      rows.map((row) => ({ ...row, title: (isEditable(row) && values[titleFieldName(row)]) || row.title })),
      unselectedFiles,
    )
    if (unfinishedFiles.length > 0) saveBulkDraft(userId, { typed: values, files: unfinishedFiles })
    else clearBulkDraft()
  }, [userId, rows, unselectedFiles, values])

  // Scrolls to the progress: on a phone it is far above the pressed button.
  useEffect(() => {
    if (isBusy) list.current?.scrollIntoView({ block: 'start' })
  }, [isBusy])

  const isSameRow = (row: BulkFile) => (other: BulkFile) => other.key === row.key
  const isAnyRow = () => true
  /** The removed row had the focus, so the file picker gets it. */
  function cancel(matches: (row: BulkFile) => boolean) {
    bulkUpload.cancel(matches)
    picker.current?.querySelector('input')?.focus()
  }

  return (
    <Form
      schema={bulkSchema({ ...instance, rows })}
      onSubmit={(typed) => void bulkUpload.submit(typed)}
      onInvalid={(errors, typed) => toast({ ...bulkValidationToast(typed, errors), tone: 'destructive' })}
      errors={errors}
      onChange={({ currentTarget }) =>
        // An unchecked box is not in the form's data, so its earlier value must be removed.
        setValues({ ...values, ...uncheckedBoxes, ...textEntries(new FormData(currentTarget)) })
      }
      className={clsx(
        'grid items-start gap-7',
        hasSettings && 'lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]',
      )}
    >
      {leaveDialog}
      <div className="grid min-w-0 gap-5">
        {unselectedFiles.length > 0 && !isBusy && (
          <UnfinishedFilesNotice files={unselectedFiles} onStartOver={bulkUpload.startOver} />
        )}
        <div ref={picker} className={isBusy ? 'hidden' : ''}>
          <BulkFilePicker
            rows={rows}
            unfinished={unselectedFiles}
            onAdd={bulkUpload.add}
            maxBytes={instance.maxUploadBytes}
          />
        </div>
        {rows.length > 0 && (
          <Card ref={list} padding="none" className="scroll-mt-6 overflow-clip">
            {rows.some((row) => row.state !== 'ready') && (
              <BulkProgress
                rows={rows}
                onPause={() => bulkUpload.pause(isAnyRow)}
                onResume={() => bulkUpload.resume(isAnyRow)}
                onCancel={() => cancel(isAnyRow)}
              />
            )}
            <ul aria-label="Files" className="grid divide-y divide-line">
              {rows.map((row) => (
                <BulkFileRow
                  key={row.key}
                  row={row}
                  title={values[titleFieldName(row)]}
                  onPause={() => bulkUpload.pause(isSameRow(row))}
                  onResume={() => bulkUpload.resume(isSameRow(row))}
                  onCancel={() => cancel(isSameRow(row))}
                  onRetry={() => bulkUpload.retry(row, withParsedPrices(values, instance.currency))}
                />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <div className={clsx('grid min-w-0 gap-5', !hasSettings && 'hidden')}>
        <Card className="grid gap-5">
          <h2 className="text-lg">Settings for all files</h2>
          <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
            <legend className="sr-only">Settings for all files</legend>
            <PricingFields initialValues={initialValues} values={values} instance={instance} />
            <DetailFields
              initialValues={initialValues}
              values={values}
              fileNames={rows.map(({ name }) => name)}
            />
            <p className="text-ink-faint text-sm">
              Each item gets a generated cover. You can add an image later when you edit the item.
            </p>
          </fieldset>
        </Card>
        <fieldset disabled={isBusy} className="grid min-w-0">
          <legend className="sr-only">Optional settings for all files</legend>
          <ShineCard
            initialValues={initialValues}
            values={values}
            instance={instance}
            isUnpublished={false}
            hasWaysToSell={false}
          />
        </fieldset>
        <div className="grid gap-3">
          <Button type="submit" name="status" value="published" fullWidth isLoading={isBusy}>
            {isBusy ? 'Uploading' : open > 1 ? `Publish ${open} files` : 'Publish'}
          </Button>
          {!isBusy && (
            <Button type="submit" name="status" value="draft" variant="secondary" fullWidth>
              Save as Drafts
            </Button>
          )}
        </div>
      </div>
    </Form>
  )
}

type BulkDraft = { typed: FormValues; files: Array<UnfinishedFile> }

const key = 'upload-many'

export function saveBulkDraft(userId: number, draft: BulkDraft): void {
  saveForUser(key, userId, draft)
}

export function loadBulkDraft(userId: number): BulkDraft {
  const { typed, files } = loadForUser(key, userId) ?? {}
  return { typed: stringEntries(typed), files: Array.isArray(files) ? files.filter(isUnfinishedFile) : [] }
}

export function clearBulkDraft(): void {
  removeStored('localStorage', key)
}

function isUnfinishedFile(value: unknown): value is UnfinishedFile {
  const { name, size, lastModified, title, loaded } = Object(value)
  return (
    [name, title].every((text) => typeof text === 'string') &&
    [size, lastModified, loaded].every(Number.isFinite)
  )
}

const maxListedFiles = 5

type UnfinishedFilesNoticeProps = { files: Array<UnfinishedFile>; onStartOver: () => void }

/** Files whose upload was interrupted by closing the page: they resume when they are selected again. */
function UnfinishedFilesNotice({ files, onStartOver }: UnfinishedFilesNoticeProps) {
  const unfinished = files.filter(({ content }) => !content)
  if (unfinished.length === 0) return null
  const hiddenCount = unfinished.length - maxListedFiles
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p>Select these files again to resume uploading:</p>
        <ul className="mt-1 list-disc pl-5 text-ink-soft text-sm">
          {unfinished.slice(0, maxListedFiles).map(({ name, size, lastModified, loaded }) => (
            <li key={`${name} ${size} ${lastModified}`} className="wrap-anywhere">
              {name}
              {loaded > 0 && ` · ${percent({ loaded, total: size })}% already uploaded`}
            </li>
          ))}
          {hiddenCount > 0 && <li>{hiddenCount === 1 ? '1 more' : `${hiddenCount} more`}</li>}
        </ul>
      </div>
      <Button variant="secondary" size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  )
}
