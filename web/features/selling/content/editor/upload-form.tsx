import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { PreviewFocus } from '../../../../../contract/content.ts'
import type { Instance } from '../../../../../contract/instance.ts'
import { holds, kinds } from '../../../../../domain/part-kinds.ts'
import { Form, textEntries } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { ContentPreviewCard } from './content-preview-card.tsx'
import { contentSchema, missingField, validationToast } from './content-schema.ts'
import { DetailFields, TitleField } from './detail-fields.tsx'
import { type InitialUpload, saveUploadDraft, storeSelectedFile } from './drafts.ts'
import { UploadDraftNotice } from './file-picker.tsx'
import {
  center,
  contentKindOf,
  type FormValues,
  focusOf,
  hasUserInput,
  isPayWhatYouWant,
  toFocusFields,
} from './form-values.ts'
import { ContentKindTabs } from './parts.tsx'
import { PreviewImagePicker, useImagePreview } from './preview-image-picker.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { PublishActions } from './publish-actions.tsx'
import { usePublishContent } from './publish-content.ts'

type UploadFormProps = { userId: number; initial: InitialUpload; instance: Instance; onStartOver: () => void }

/** The three steps in one form. The inputs are uncontrolled; their values are read for the steps and the preview. */
export function UploadForm({ userId, initial, instance, onStartOver }: UploadFormProps) {
  const form = useRef<HTMLDivElement>(null)
  const [kind, setKind] = useState(initial.kind)
  const [values, setValues] = useState(initial.typed)
  const [file, setFile] = useState(initial.file)
  const [previewImage, setPreviewImage] = useImagePreview(initial.preview)
  const fileToUpload = holds(kind, 'file') ? file : undefined
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
      onChange={({ currentTarget }) => setValues(textEntries(new FormData(currentTarget)))}
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

const stepLabels = ['Upload', 'Details', 'Publish'] as const

/** The current step, 0 to 2, by the filled fields. */
export function currentStep(typed: FormValues, file: File | undefined): 0 | 1 | 2 {
  const values = { file: file?.name, url: typed.linkUrl, text: typed.textContent }
  if (!values[kinds[contentKindOf(typed)].holds]?.trim()) return 0
  const price = isPayWhatYouWant(typed) ? typed.minimumPrice : typed.price
  return typed.title?.trim() && price?.trim() ? 2 : 1
}

function StepIndicator({ current }: { current: 0 | 1 | 2 }) {
  return (
    // Container queries in rem follow the page's text size; media queries do not.
    <div className="@container">
      <ol
        aria-label="Steps"
        className="mx-auto flex w-full max-w-[35rem] items-center gap-2 @max-[20rem]:flex-col @max-[20rem]:items-start sm:gap-3"
      >
        {stepLabels.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && (
              <li aria-hidden className="h-[1.5px] min-w-2 flex-1 bg-line-strong @max-[20rem]:hidden" />
            )}
            <Step
              name={name}
              number={index + 1}
              state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
            />
          </Fragment>
        ))}
      </ol>
    </div>
  )
}

const dotClasses = {
  done: 'border-brand bg-brand-soft text-brand',
  current: 'border-brand bg-brand text-on-brand',
  upcoming: 'border-line-strong',
}

function Step({ name, number, state }: { name: string; number: number; state: keyof typeof dotClasses }) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={clsx(
        'flex items-center gap-2 font-semibold sm:gap-2.5',
        state === 'upcoming' ? 'text-ink-faint' : 'text-ink',
      )}
    >
      <span
        className={clsx(
          'moves grid size-7 flex-none place-items-center rounded-full border-[1.5px] text-sm',
          dotClasses[state],
        )}
      >
        {state === 'done' ? <Check aria-hidden className="size-4" /> : number}
      </span>
      {name}
      {state === 'done' && <span className="sr-only"> (done)</span>}
    </li>
  )
}
