import { useEffect, useRef, useState } from 'react'
import type { Instance } from '../../../../contract/instance.ts'
import type { PreviewFocus } from '../../../../contract/preview-image.ts'
import { Form } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.ts'
import { ContentKindTabs } from './content-kind-tabs.tsx'
import { ContentPreviewCard } from './content-preview-card.tsx'
import { contentSchema, missingField, validationToast } from './content-schema.ts'
import { currentStep } from './current-step.ts'
import { DetailFields, TitleField } from './detail-fields.tsx'
import { center, focusOf, toFocusFields } from './focal-point.ts'
import { type FormValues, hasUserInput, readFormValues } from './form-values.ts'
import { type InitialUpload, storeSelectedFile } from './initial-upload.ts'
import { PreviewImagePicker } from './preview-image-picker.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { PublishActions } from './publish-actions.tsx'
import { saveUploadDraft } from './upload-draft.ts'
import { UploadDraftNotice } from './upload-draft-notice.tsx'
import { StepIndicator } from './upload-steps.tsx'
import { useImagePreview } from './use-image-preview.ts'
import { usePublishContent } from './use-publish-content.ts'

type UploadFormProps = { userId: number; initial: InitialUpload; instance: Instance; onStartOver: () => void }

/** The three steps in one form. The inputs are uncontrolled; their values are read for the steps and the preview. */
export function UploadForm({ userId, initial, instance, onStartOver }: UploadFormProps) {
  const form = useRef<HTMLDivElement>(null)
  const [kind, setKind] = useState(initial.kind)
  const [values, setValues] = useState(initial.typed)
  const [file, setFile] = useState(initial.file)
  const [previewImage, setPreviewImage] = useImagePreview(initial.preview)
  const fileToUpload = kind === 'file' ? file : undefined
  const { submit, cancel, pause, resume, progress, errors } = usePublishContent({
    userId,
    partialUpload: initial.partialUpload,
    file: fileToUpload,
    preview: previewImage?.file,
  })
  const typed: FormValues = { ...values, kind }
  const setFocus = (focus: PreviewFocus) => setValues((before) => ({ ...before, ...toFocusFields(focus) }))

  function selectFile(selected: File | undefined) {
    setFile(selected)
    void storeSelectedFile(userId, selected)
  }
  // Stores the file from the landing page, so that a reload restores it.
  useEffect(() => {
    if (initial.file && !initial.isRestored) void storeSelectedFile(userId, initial.file)
  }, [userId, initial])
  // Saves the draft, so that a reload restores it.
  useEffect(() => {
    if (hasUserInput({ ...values, kind })) saveUploadDraft(userId, { values: { ...values, kind } })
  }, [userId, values, kind])
  // Submits the form again with the button that was pressed when the session ended.
  useEffect(() => {
    const { pendingSubmit } = initial
    const button =
      pendingSubmit && form.current?.querySelector<HTMLButtonElement>(`button[value="${pendingSubmit}"]`)
    if (!button) return
    saveUploadDraft(userId, { pendingSubmit: undefined })
    button.click()
  }, [userId, initial])

  return (
    <Form
      schema={contentSchema({ ...instance, file })}
      onSubmit={submit}
      fieldToFocus={(errors, values) => missingField(values, errors)}
      onInvalid={(errors, values) => toast({ ...validationToast(values, errors), tone: 'destructive' })}
      errors={errors}
      fieldSet={kind}
      onChange={({ currentTarget }) => setValues(readFormValues(currentTarget))}
      className="grid gap-7"
    >
      {initial.isRestored && !progress && (
        <UploadDraftNotice start={initial} file={file} onStartOver={onStartOver} />
      )}
      <StepIndicator current={progress ? 2 : currentStep(typed, file)} />
      <div ref={form} className="grid items-start gap-7 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]">
        <fieldset disabled={progress !== undefined} className="grid min-w-0 gap-5">
          <legend className="sr-only">What you’re publishing</legend>
          <ContentKindTabs
            kind={kind}
            onKindChange={setKind}
            initialValues={initial.typed}
            file={file}
            onChange={selectFile}
            maxBytes={instance.maxUploadBytes}
            fileToReselect={initial.fileToReselect}
            partialUpload={initial.partialUpload}
            progress={progress}
          />
          <TitleField initialValues={initial.typed} />
          <PricingFields initialValues={initial.typed} values={typed} instance={instance} />
          <DetailFields
            initialValues={initial.typed}
            values={typed}
            fileName={fileToUpload?.name}
            instance={instance}
            isUnpublished
          />
          <PreviewImagePicker
            image={previewImage}
            onChange={(chosen) => {
              setPreviewImage(chosen)
              setFocus(center)
            }}
            focus={focusOf(values)}
            onFocusChange={setFocus}
          />
        </fieldset>
        <ContentPreviewCard
          values={typed}
          currency={instance.currency}
          image={previewImage?.url}
          focus={focusOf(values)}
        >
          <PublishActions
            progress={progress}
            hasFile={fileToUpload !== undefined}
            onPause={pause}
            onResume={resume}
            onCancel={cancel}
          />
        </ContentPreviewCard>
      </div>
    </Form>
  )
}
