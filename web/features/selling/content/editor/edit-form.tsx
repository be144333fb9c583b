import { useEffect, useState } from 'react'
import type { PreviewFocus } from '../../../../../contract/content.ts'
import type { ContentForEditing } from '../../../../../contract/content-editing.ts'
import type { Instance } from '../../../../../contract/instance.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { holds } from '../../../../../domain/part-kinds.ts'
import { useUnsavedChangesPrompt } from '../../../../shared/use-unsaved-changes-prompt.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { Form, textEntries } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { TeaserProgress } from '../teaser-progress.tsx'
import type { UploadProgress } from '../upload-progress.ts'
import { ContentPreviewCard } from './content-preview-card.tsx'
import { contentSchema, missingField, validationToast } from './content-schema.ts'
import { DetailFields, TitleField } from './detail-fields.tsx'
import { type InitialEdit, isDirty, saveEditDraft } from './drafts.ts'
import { FilePicker } from './file-picker.tsx'
import { center, focusOf, toFocusFields } from './form-values.ts'
import { LinkField, TextField } from './parts.tsx'
import { PreviewImagePicker, useImagePreview } from './preview-image-picker.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { PublishActions, RestoredDraftBar } from './publish-actions.tsx'
import { useSaveContent } from './publish-content.ts'
import { TeaserPictures } from './teaser-fields.tsx'

type EditFormProps = {
  userId: number
  item: ContentForEditing
  initial: InitialEdit
  instance: Instance
  onDiscard: () => void
}

const buttonLabels = {
  published: { publish: 'Save changes', draft: 'Save and unpublish' },
  draft: { publish: 'Publish & Create Tip Link', draft: 'Save as Draft' },
}

const restoredDraftMessages = {
  current: 'We restored your unsaved changes.',
  stale: 'This item was changed somewhere else. Saving will overwrite those changes.',
}

/** The upload form filled with an item. The kind cannot change; the file can be replaced. */
export function EditForm({ userId, item, initial, instance, onDiscard }: EditFormProps) {
  const [values, setValues] = useState(initial.typed)
  const [file, setFile] = useState<File>()
  const [previewImage, setPreviewImage] = useImagePreview()
  const [isPreviewRemoved, setIsPreviewRemoved] = useState(false)
  const visibleImage =
    previewImage ?? (item.previewImage && !isPreviewRemoved ? { url: item.previewImage } : undefined)
  const submission = { item, file, preview: previewImage?.file, removePreview: isPreviewRemoved }
  const { submit, errors, isSaved, progress, pause, resume, cancel } = useSaveContent(submission)
  const hasDirtyValues = isDirty(values, item)
  const hasChanges = hasDirtyValues || file !== undefined || previewImage !== undefined || isPreviewRemoved
  const setFocus = (focus: PreviewFocus) => setValues((before) => ({ ...before, ...toFocusFields(focus) }))
  const leaveDialog = useUnsavedChangesPrompt(hasChanges && !isSaved && !progress, onDiscard)

  // Saves the draft, so that a reload restores it.
  useEffect(() => {
    if (hasDirtyValues && !isSaved) saveEditDraft(userId, item, values)
  }, [userId, item, values, hasDirtyValues, isSaved])

  return (
    <Form
      schema={contentSchema({
        ...instance,
        file,
        hasFile: item.fileName !== null,
        storedText: item.textContent,
      })}
      onSubmit={submit}
      fieldToFocus={(errors, formValues) => missingField(formValues, errors)}
      onInvalid={(errors, formValues) =>
        toast({ ...validationToast(formValues, errors), tone: 'destructive' })
      }
      errors={errors}
      onChange={({ currentTarget }) => setValues(textEntries(new FormData(currentTarget)))}
      className="grid gap-7"
    >
      <input type="hidden" name="kind" value={item.kind} />
      {initial.restoredDraft && !progress && (
        <RestoredDraftBar discardLabel="Undo changes" onDiscard={onDiscard}>
          {restoredDraftMessages[initial.restoredDraft]}
        </RestoredDraftBar>
      )}
      <div className="grid items-start gap-7 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]">
        <fieldset disabled={progress !== undefined} className="grid min-w-0 gap-5">
          <legend className="sr-only">What you sell</legend>
          {holds(item.kind, 'file') && (
            <CurrentFile
              item={item}
              file={file}
              onChange={setFile}
              maxBytes={instance.maxUploadBytes}
              progress={progress}
            />
          )}
          {holds(item.kind, 'url') && <LinkField initialValues={initial.typed} />}
          {holds(item.kind, 'text') && <TextField initialValues={initial.typed} />}
          <TitleField initialValues={initial.typed} />
          <PricingFields initialValues={initial.typed} values={values} instance={instance} />
          <DetailFields
            initialValues={initial.typed}
            values={values}
            fileName={file?.name ?? item.fileName ?? undefined}
            instance={instance}
            teaserProgress={<TeaserProgress id={item.id} />}
            isUnpublished={item.status === 'draft'}
          />
          <PreviewImagePicker
            image={visibleImage}
            onChange={(chosen) => {
              setPreviewImage(chosen)
              setFocus(center)
              if (!chosen) setIsPreviewRemoved(true)
            }}
            focus={focusOf(values)}
            onFocusChange={setFocus}
          />
          <TeaserPictures id={item.id} />
        </fieldset>
        <ContentPreviewCard
          values={values}
          currency={item.currency}
          image={visibleImage?.url}
          focus={focusOf(values)}
        >
          <PublishActions
            progress={progress}
            hasFile={file !== undefined}
            onPause={pause}
            onResume={resume}
            onCancel={cancel}
            labels={buttonLabels[item.status]}
          />
        </ContentPreviewCard>
      </div>
      {leaveDialog}
    </Form>
  )
}

type CurrentFileProps = {
  item: ContentForEditing
  file: File | undefined
  onChange: (file: File | undefined) => void
  maxBytes: number
  progress: UploadProgress | undefined
}

function CurrentFile({
  item: { fileName, fileSize, fileSha256, unlockCount, status, takedownReason },
  ...pickerProps
}: CurrentFileProps) {
  const isOnSale = status === 'published' && !takedownReason
  return (
    <div className="grid gap-3">
      {fileName !== null && (
        <div className="rounded-md bg-sunken px-4 py-3">
          <p className="wrap-anywhere">
            <span className="text-ink-soft">
              {pickerProps.file ? 'Will be replaced: ' : isOnSale ? 'Published now: ' : 'Current file: '}
            </span>
            <b className="font-semibold">{fileName}</b>
            {fileSize !== null && ` · ${formatBytes(fileSize)}`}
          </p>
          <p className="text-ink-faint text-sm">
            {unlockCount > 0
              ? 'Upload a new file to replace it. Everyone who bought it gets the new version.'
              : 'Upload a new file to replace it.'}
          </p>
          {fileSha256 && (
            <Disclosure summary="File details">
              <p className="wrap-anywhere text-ink-faint text-sm">SHA-256 {fileSha256}</p>
            </Disclosure>
          )}
        </div>
      )}
      <FilePicker {...pickerProps} fileToReselect={undefined} partialUpload={undefined} />
    </div>
  )
}
