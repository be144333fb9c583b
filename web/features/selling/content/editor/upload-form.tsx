import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { PreviewFocus } from '../../../../../contract/content.ts'
import type { Instance } from '../../../../../contract/instance.ts'
import { isInlineSafe, mimeTypeOf } from '../../../../../domain/file-type.ts'
import { holds, kinds } from '../../../../../domain/part-kinds.ts'
import { randomPondSeed } from '../../../../shared/pond-seed.ts'
import { center } from '../../../../shared/preview-focus.ts'
import { PreviewImagePicker, useImagePreview } from '../../../../shared/preview-image-picker.tsx'
import { useUnsavedChangesPrompt } from '../../../../shared/use-unsaved-changes-prompt.tsx'
import { Form, textEntries } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { leaveDuringUploadsText } from '../upload-queue.ts'
import { ContentPreviewCard } from './content-preview-card.tsx'
import { contentSchema, missingField, validationToast } from './content-schema.ts'
import { DetailFields, TitleField } from './detail-fields.tsx'
import {
  type InitialUpload,
  isSameFile,
  saveDraftParts,
  saveUploadDraft,
  storeSelectedFile,
} from './drafts.ts'
import { UploadDraftNotice } from './file-picker.tsx'
import {
  contentKindOf,
  type FormValues,
  focusOf,
  hasUserInput,
  isPayWhatYouWant,
  toFocusFields,
} from './form-values.ts'
import { addDropped } from './part-list/add-dropped.ts'
import { type AddedFile, selectedFiles } from './part-list/added-files.ts'
import type { PartList } from './part-list/entries.ts'
import { listOfFields } from './part-list/first-part.ts'
import { ListPublishActions } from './part-list/list-publish-actions.tsx'
import { PartsEditor, StartList } from './part-list/start-list.tsx'
import { useFormParts } from './part-list/use-form-parts.ts'
import type { ListWithRows } from './part-list/use-part-list.ts'
import { ContentKindTabs } from './parts.tsx'
import { PondField } from './pond-field.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { PublishActions } from './publish-actions.tsx'
import { usePublishContent } from './publish-content.ts'
import { WaysToSell } from './ways-to-sell/ways-to-sell.tsx'

type UploadFormProps = { userId: number; initial: InitialUpload; instance: Instance; onStartOver: () => void }

/** The three steps in one form. The inputs are uncontrolled; their values are read for the steps and the preview. */
export function UploadForm({ userId, initial, instance, onStartOver }: UploadFormProps) {
  const form = useRef<HTMLDivElement>(null)
  const [kind, setKind] = useState(initial.kind)
  const [start] = useState(() => ({
    ...initial.typed,
    pondSeed: initial.typed.pondSeed || String(randomPondSeed()),
  }))
  const [values, setValues] = useState<FormValues>(start)
  const [file, setFile] = useState(initial.file)
  const [previewImage, setPreviewImage] = useImagePreview(initial.preview)
  const [fileAccess, setFileAccess] = useState(initial.typed.accessType ?? 'download')
  const fileToUpload = holds(kind, 'file') ? file : undefined
  const { submit, cancel, pause, resume, progress, errors } = usePublishContent({
    userId,
    partialUpload: initial.partialUpload,
    file: fileToUpload,
    preview: previewImage?.file,
  })
  const parts = useFormParts({ initial: initial.parts, maxBytes: instance.maxUploadBytes, submit })
  const typed: FormValues = { ...values, kind: parts.kind ?? kind }
  const leaveDialog = useUnsavedChangesPrompt(parts.queue.isBusy, () => undefined, leaveDuringUploadsText)
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
  // Saves the list of parts, so that a reload restores it.
  const { savedList } = parts
  useEffect(() => {
    if (savedList !== undefined) void saveDraftParts(userId, JSON.parse(savedList))
  }, [userId, savedList])
  // Submits the form again with the button that was pressed when the session ended.
  useEffect(() => {
    const { pendingSubmit } = initial
    const button =
      pendingSubmit && form.current?.querySelector<HTMLButtonElement>(`button[value="${pendingSubmit}"]`)
    if (!button) return
    saveUploadDraft(userId, { pendingSubmit: undefined })
    button.click()
  }, [userId, initial])

  /** The form's only part, as the first of a list. */
  function startList(): ListWithRows {
    const { partialUpload } = initial
    const isResumed = fileToUpload && partialUpload && isSameFile(fileToUpload, partialUpload)
    const row = fileToUpload && parts.toRow(fileToUpload, isResumed ? partialUpload : undefined)
    setFile(undefined)
    return listOfFields({ typed, row, key: parts.nextKey() })
  }
  function addFiles(files: Array<AddedFile>) {
    const added = [...(fileToUpload ? [fileToUpload] : []), ...files.map((one) => one.file)]
    // Buyers of several files expect a player and a gallery. What the creator has chosen stays.
    if (
      !parts.list &&
      values.accessType === 'download' &&
      added.some(({ name }) => isInlineSafe(mimeTypeOf(name)))
    ) {
      setFileAccess('stream')
      setValues((before) => ({ ...before, accessType: 'stream' }))
    }
    parts.add(files, startList())
  }
  const shownProgress = progress ?? parts.pendingProgress
  const isSaving = shownProgress !== undefined
  const step = currentStep(typed, file, parts.list)

  return (
    <Form
      schema={contentSchema({ ...instance, file, ...parts.rules })}
      onSubmit={parts.submit}
      fieldToFocus={(errors, values) => missingField(values, errors)}
      onInvalid={(errors, values) => toast({ ...validationToast(values, errors), tone: 'destructive' })}
      errors={errors}
      fieldSet={typed.kind}
      onChange={({ currentTarget }) => setValues(textEntries(new FormData(currentTarget)))}
      className="grid gap-7"
    >
      {initial.isRestored && !isSaving && (
        <UploadDraftNotice
          start={initial}
          file={file}
          onStartOver={() => {
            parts.discard()
            onStartOver()
          }}
        />
      )}
      <StepIndicator current={isSaving ? 2 : step} />
      <div ref={form} className="grid items-start gap-7 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]">
        <div className="grid min-w-0 gap-5">
          {parts.list && <PartsEditor parts={parts} buyers={0} hasBadges={false} />}
          <fieldset disabled={isSaving} className="grid min-w-0 gap-5">
            <legend className="sr-only">What you’re publishing</legend>
            {parts.list ? (
              <input type="hidden" name="kind" value={typed.kind} />
            ) : (
              <ContentKindTabs
                kind={kind}
                onKindChange={setKind}
                initialValues={initial.typed}
                file={file}
                onChange={selectFile}
                onPickSeveral={(files) => addFiles(selectedFiles(files))}
                onDropFolders={(entries) => addDropped(entries, addFiles)}
                maxBytes={instance.maxUploadBytes}
                fileToReselect={initial.fileToReselect}
                partialUpload={initial.partialUpload}
                progress={progress}
                addLine={
                  step > 0 &&
                  !isSaving && (
                    <StartList onFiles={addFiles} onTyped={(part) => parts.addTyped(part, startList())} />
                  )
                }
              />
            )}
            <TitleField initialValues={initial.typed} />
            <PricingFields initialValues={initial.typed} values={typed} instance={instance} />
            <DetailFields
              initialValues={{ ...initial.typed, accessType: fileAccess }}
              values={typed}
              fileName={fileToUpload?.name}
              {...parts.details}
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
            <PondField seed={start.pondSeed} hasImage={previewImage !== undefined} />
            <WaysToSell initialValues={initial.typed} values={typed} currency={instance.currency} />
          </fieldset>
        </div>
        <ContentPreviewCard
          values={typed}
          partsSummary={parts.summary}
          currency={instance.currency}
          image={previewImage?.url}
          focus={focusOf(values)}
        >
          {parts.list ? (
            <ListPublishActions parts={parts} progress={progress} onCancel={cancel} />
          ) : (
            <PublishActions
              progress={progress}
              hasFile={fileToUpload !== undefined}
              onPause={pause}
              onResume={resume}
              onCancel={cancel}
            />
          )}
        </ContentPreviewCard>
      </div>
      {leaveDialog}
    </Form>
  )
}

const stepLabels = ['Upload', 'Details', 'Publish'] as const

/** The current step, 0 to 2, by the filled fields. */
export function currentStep(typed: FormValues, file: File | undefined, list?: PartList): 0 | 1 | 2 {
  const values = { file: file?.name, url: typed.linkUrl, text: typed.textContent }
  const hasContent = list ? list.length > 0 : values[kinds[contentKindOf(typed)].holds]?.trim()
  if (!hasContent) return 0
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
