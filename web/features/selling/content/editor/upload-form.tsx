import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PreviewFocus } from '../../../../../contract/content.ts'
import type { Instance } from '../../../../../contract/instance.ts'
import { isInlineSafe, isRecording, mimeTypeOf } from '../../../../../domain/file-type.ts'
import { holds, kinds } from '../../../../../domain/part-kinds.ts'
import { editorCard, editorColumns, editorForm } from '../../../../shared/editor-layout.ts'
import { PondField } from '../../../../shared/pond-field.tsx'
import { randomPondSeed } from '../../../../shared/pond-seed.ts'
import { center } from '../../../../shared/preview-focus.ts'
import { PreviewImagePicker, useImagePreview } from '../../../../shared/preview-image-picker.tsx'
import { titleFromFileName } from '../../../../shared/title-from-file-name.ts'
import { useUnsavedChangesPrompt } from '../../../../shared/use-unsaved-changes-prompt.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Form, textEntries } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { percent } from '../upload-progress.ts'
import { leaveDuringUploadsText } from '../upload-queue.ts'
import { ContentPreviewCard } from './content-preview-card.tsx'
import { contentSchema, missingField, validationToast } from './content-schema.ts'
import { DetailFields, TitleField } from './detail-fields.tsx'
import {
  type InitialUpload,
  isSameFile,
  saveDraftForSignIn,
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
import { FormActions } from './part-list/form-actions.tsx'
import { PartsEditor, StartList } from './part-list/start-list.tsx'
import { useFormParts } from './part-list/use-form-parts.ts'
import type { ListWithRows } from './part-list/use-part-list.ts'
import { ContentKindTabs } from './parts.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { usePublishContent } from './publish-content.ts'
import { ShineCard } from './shine-rows.tsx'

type UploadFormProps = {
  userId: number
  initial: InitialUpload
  instance: Instance
  /** The page's heading, with the steps beside it. */
  heading: ReactNode
  onStartOver: () => void
}

/** The three steps in one form. The inputs are uncontrolled; their values are read for the steps and the preview. */
export function UploadForm({ userId, initial, instance, heading, onStartOver }: UploadFormProps) {
  const form = useRef<HTMLDivElement>(null)
  const [kind, setKind] = useState(initial.kind)
  const [start] = useState(() => ({
    ...initial.typed,
    pondSeed: initial.typed.pondSeed || String(randomPondSeed()),
  }))
  const [values, setValues] = useState<FormValues>(start)
  const [file, setFile] = useState(initial.file)
  const [previewImage, setPreviewImage] = useImagePreview(initial.preview)
  /** What was read from a file: the fields start with it, in place of the values at first. */
  const [readFrom, setReadFrom] = useState<FormValues>({})
  const started = { ...initial.typed, ...readFrom }
  const fileToUpload = holds(kind, 'file') ? file : undefined
  const submission = { userId, file: fileToUpload, preview: previewImage?.file }
  const { submit, cancel, progress, errors } = usePublishContent(submission)
  const parts = useFormParts({
    initial: initial.parts,
    maxBytes: instance.maxUploadBytes,
    submit,
    onSignedOut: (typed) => void saveDraftForSignIn(userId, { typed, ...submission }),
  })
  const { row, select, release } = parts.only
  const typed: FormValues = { ...values, kind: parts.kind ?? kind }
  const leaveDialog = useUnsavedChangesPrompt(parts.queue.isBusy, () => undefined, leaveDuringUploadsText)
  const setFocus = (focus: PreviewFocus) => setValues((before) => ({ ...before, ...toFocusFields(focus) }))

  function selectFile(selected: File | undefined) {
    setFile(selected)
    void storeSelectedFile(userId, selected)
    startUpload(selected)
    if (selected) fillInFrom(selected)
  }
  /** What the file says of itself, where nothing was chosen yet. */
  function fillInFrom(selected: File) {
    const { title = '', accessType, category } = values
    const type = mimeTypeOf(selected.name)
    const changes = {
      ...((title.trim() === '' || title === readFrom.title) && { title: titleFromFileName(selected.name) }),
      ...(isRecording(type) && isInlineSafe(type) && accessType === 'download' && { accessType: 'stream' }),
      ...(type.startsWith('audio/') && category === 'other' && { category: 'music' }),
    }
    setReadFrom((before) => ({ ...before, ...changes }))
    setValues((before) => ({ ...before, ...changes }))
  }
  /** Goes on with an upload that an earlier visit began. */
  function startUpload(selected: File | undefined) {
    const { partialUpload } = initial
    select(
      selected,
      selected && partialUpload && isSameFile(selected, partialUpload) ? partialUpload : undefined,
    )
  }
  // Sends the file that the form starts with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is sent once
  useEffect(() => {
    if (initial.file && !initial.moreFiles?.length && !initial.parts) startUpload(initial.file)
  }, [])
  // Saves how far the upload is, so that a reload goes on with it.
  const sentPercent = row ? percent({ loaded: row.loaded, total: row.size }) : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: saved at each percent
  useEffect(() => {
    if (!row?.uploadId) return
    const { uploadId, name, size, lastModified, loaded } = row
    saveUploadDraft(userId, { partialUpload: { uploadId, name, size, lastModified, loaded } })
  }, [userId, row?.uploadId, sentPercent])
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
  const isFileOnItsWay = !initial.file || row !== undefined
  // Submits the form again with the button that was pressed when the session ended.
  useEffect(() => {
    if (!isFileOnItsWay) return
    const { pendingSubmit } = initial
    const button =
      pendingSubmit && form.current?.querySelector<HTMLButtonElement>(`button[value="${pendingSubmit}"]`)
    if (!button) return
    saveUploadDraft(userId, { pendingSubmit: undefined })
    button.click()
  }, [userId, initial, isFileOnItsWay])

  /** The form's only part, as the first of a list. */
  function startList(): ListWithRows {
    setFile(undefined)
    release()
    // A file of the landing page is not on its way yet.
    const waiting = fileToUpload && !row ? [parts.toRow(fileToUpload)] : []
    const first = fileToUpload && (row ?? waiting[0])
    return { ...listOfFields({ typed, row: first, key: parts.nextKey() }), rows: waiting }
  }
  function addFiles(files: Array<AddedFile>) {
    const added = [...(fileToUpload ? [fileToUpload] : []), ...files.map((one) => one.file)]
    // Buyers of several files expect a player and a gallery. What the creator has chosen stays.
    if (
      !parts.list &&
      values.accessType === 'download' &&
      added.some(({ name }) => isInlineSafe(mimeTypeOf(name)))
    ) {
      setReadFrom((before) => ({ ...before, accessType: 'stream' }))
      setValues((before) => ({ ...before, accessType: 'stream' }))
    }
    parts.add(files, startList())
  }
  // Several files from the landing page become parts of one item.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are added once
  useEffect(() => {
    if (initial.moreFiles?.length) addFiles(selectedFiles(initial.moreFiles))
  }, [])
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
      onChange={({ currentTarget, target }) => {
        // A chosen file fills fields in, which the page shows after this event.
        if (!(target instanceof HTMLInputElement && target.type === 'file'))
          setValues(textEntries(new FormData(currentTarget)))
      }}
      className={editorForm}
    >
      <div className="grid gap-3 lg:flex lg:items-center lg:justify-between lg:gap-8">
        {heading}
        <StepLinks current={isSaving ? 2 : step} />
      </div>
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
      <div ref={form} className={editorColumns}>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
          <Card id="upload" padding="none" className={editorCard}>
            {parts.list && (
              <>
                <h2 className="text-xl">Upload</h2>
                <PartsEditor parts={parts} buyers={0} hasBadges={false} />
              </>
            )}
            <fieldset disabled={isSaving} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
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
                  upload={row}
                  onResume={() => row && parts.goOn(row)}
                  isLocked={isSaving}
                  addLine={
                    step > 0 &&
                    !isSaving && (
                      <StartList onFiles={addFiles} onTyped={(part) => parts.addTyped(part, startList())} />
                    )
                  }
                />
              )}
              <hr className="border-line" />
              <PreviewImagePicker
                image={previewImage}
                onChange={(chosen) => {
                  setPreviewImage(chosen)
                  setFocus(center)
                }}
                focus={focusOf(values)}
                onFocusChange={setFocus}
                pond={{ seed: Number(values.pondSeed) || 0, rings: 0 }}
                tints={<PondField seed={start.pondSeed} hasImage={previewImage !== undefined} />}
              />
            </fieldset>
          </Card>
          <fieldset disabled={isSaving} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
            <legend className="sr-only">Details</legend>
            <Card id="details" padding="none" className={editorCard}>
              <h2 className="text-xl">Details</h2>
              <TitleField key={readFrom.title} initialValues={started} />
              <PricingFields initialValues={initial.typed} values={typed} instance={instance} />
              <DetailFields
                initialValues={started}
                values={typed}
                fileName={fileToUpload?.name}
                {...parts.details}
              />
            </Card>
            <ShineCard
              initialValues={initial.typed}
              values={typed}
              fileName={fileToUpload?.name}
              {...parts.details}
              instance={instance}
              isUnpublished
            />
          </fieldset>
        </div>
        <ContentPreviewCard
          values={typed}
          partsSummary={parts.summary}
          currency={instance.currency}
          image={previewImage?.url}
          focus={focusOf(values)}
        >
          <FormActions parts={parts} progress={progress} onCancel={cancel} />
        </ContentPreviewCard>
      </div>
      {leaveDialog}
    </Form>
  )
}

/** The current step, 0 to 2, by the filled fields. */
export function currentStep(typed: FormValues, file: File | undefined, list?: PartList): 0 | 1 | 2 {
  const values = { file: file?.name, url: typed.linkUrl, text: typed.textContent }
  const hasContent = list ? list.length > 0 : values[kinds[contentKindOf(typed)].holds]?.trim()
  if (!hasContent) return 0
  const price = isPayWhatYouWant(typed) ? typed.minimumPrice : typed.price
  return typed.title?.trim() && price?.trim() ? 2 : 1
}

/** The steps, each a link to its part of the form. */
function StepLinks({ current }: { current: 0 | 1 | 2 }) {
  return (
    // Container queries in rem follow the page's text size; media queries do not.
    <div className="@container min-w-0 lg:w-[23.25rem] lg:shrink-0">
      <ol
        aria-label="Steps"
        className="flex w-full items-center gap-x-4 @max-[20rem]:flex-col @max-[20rem]:items-start justify-between"
      >
        {steps.map(({ name, part }, index) => (
          <Step
            key={name}
            name={name}
            href={`#${part}`}
            number={index + 1}
            state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
          />
        ))}
      </ol>
    </div>
  )
}

const steps = [
  { name: 'Upload', part: 'upload' },
  { name: 'Details', part: 'details' },
  { name: 'Publish', part: 'publish' },
] as const

const dotClasses = {
  done: 'border-brand bg-brand text-on-brand',
  current: 'border-brand text-brand',
  upcoming: 'border-line-strong',
}

type StepProps = { name: string; href: string; number: number; state: keyof typeof dotClasses }

function Step({ name, href, number, state }: StepProps) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined}>
      <a
        href={href}
        className={clsx(
          'flex min-h-11 items-center gap-2 font-semibold no-underline hover:text-ink max-sm:text-sm',
          state === 'current' ? 'text-ink' : 'text-ink-faint',
        )}
      >
        <span
          className={clsx(
            'moves grid size-[26px] flex-none place-items-center rounded-full border-[1.5px] text-sm',
            dotClasses[state],
          )}
        >
          {state === 'done' ? <Check aria-hidden className="size-4" /> : number}
        </span>
        {name}
        {state === 'done' && <span className="sr-only"> (done)</span>}
      </a>
    </li>
  )
}
