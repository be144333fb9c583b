import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { Instance } from '../../../../contract/instance.ts'
import { useUnsavedChangesPrompt } from '../../../shared/use-unsaved-changes-prompt.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.ts'
import { DetailFields } from '../editor/detail-fields.tsx'
import {
  emptyValues,
  type FormValues,
  readFormValues,
  uncheckedBoxes,
  withParsedPrices,
} from '../editor/form-values.ts'
import { PricingFields } from '../editor/pricing-fields.tsx'
import { clearBulkDraft, loadBulkDraft, saveBulkDraft } from './bulk-draft.ts'
import { BulkFilePicker } from './bulk-file-picker.tsx'
import { BulkFileRow } from './bulk-file-row.tsx'
import { BulkProgress } from './bulk-progress.tsx'
import { type BulkFile, isEditable, toUnfinishedFiles } from './bulk-queue.ts'
import { bulkSchema, bulkValidationToast, titleFieldName } from './bulk-schema.ts'
import { UnfinishedFilesNotice } from './unfinished-files-notice.tsx'
import { useBulkUpload } from './use-bulk-upload.ts'

type BulkUploadFormProps = { userId: number; instance: Instance; defaults: FormValues }

const leaveDialogText = {
  title: 'Leave while files are uploading?',
  description: 'Your progress is saved. Select the same files here again to resume.',
}

/** One form for many files: the files with their titles on the left, the shared fields on the right. */
export function BulkUploadForm({ userId, instance, defaults }: BulkUploadFormProps) {
  const [draft] = useState(() => loadBulkDraft(userId))
  const [initialValues] = useState(() => ({ ...emptyValues, ...defaults, ...draft.typed }))
  const [values, setValues] = useState<FormValues>(initialValues)
  const bulkUpload = useBulkUpload(draft.files)
  const { rows, unselectedFiles, errors, isBusy } = bulkUpload
  const list = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLDivElement>(null)
  const leaveDialog = useUnsavedChangesPrompt(isBusy, () => undefined, leaveDialogText)
  const open = rows.filter(isEditable).length
  // With every file done there is nothing to publish until more files are added.
  const isFinished = rows.length > 0 && rows.every(({ state }) => state === 'done')

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
        setValues({ ...values, ...uncheckedBoxes, ...readFormValues(currentTarget) })
      }
      className={clsx(
        'grid items-start gap-7',
        !isFinished && 'lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]',
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
      <Card hidden={isFinished} className="grid gap-5 lg:sticky lg:top-5">
        <h2 className="text-lg">Settings for all files</h2>
        <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
          <legend className="sr-only">Settings for all files</legend>
          <PricingFields initialValues={initialValues} values={values} instance={instance} />
          <DetailFields
            initialValues={initialValues}
            values={values}
            fileNames={rows.map(({ name }) => name)}
            instance={instance}
            isUnpublished={false}
          />
          <p className="text-ink-faint text-sm">
            Each item gets a generated cover. You can add an image later when you edit the item.
          </p>
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
      </Card>
    </Form>
  )
}
