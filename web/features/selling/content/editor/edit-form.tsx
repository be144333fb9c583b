import { useEffect, useState } from 'react'
import type { PreviewFocus } from '../../../../../contract/content.ts'
import type { ContentForEditing } from '../../../../../contract/content-editing.ts'
import type { Instance } from '../../../../../contract/instance.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { holds } from '../../../../../domain/part-kinds.ts'
import { editorCard, editorColumns, editorForm } from '../../../../shared/editor-layout.ts'
import { PondField } from '../../../../shared/pond-field.tsx'
import { center } from '../../../../shared/preview-focus.ts'
import { PreviewImagePicker, useImagePreview } from '../../../../shared/preview-image-picker.tsx'
import { useUnsavedChangesPrompt } from '../../../../shared/use-unsaved-changes-prompt.tsx'
import { useLabelsWithEmail, WhatsNewCard } from '../../../../shared/whats-new-card.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { Form, textEntries } from '../../../../ui/form.tsx'
import { toast } from '../../../../ui/toast.ts'
import { TeaserProgress } from '../teaser-progress.tsx'
import { ContentPreviewCard } from './content-preview-card.tsx'
import { contentSchema, missingField, validationToast } from './content-schema.ts'
import { DetailFields, TitleField } from './detail-fields.tsx'
import { type InitialEdit, isDirty, saveEditDraft } from './drafts.ts'
import { FilePicker } from './file-picker.tsx'
import { type FormValues, focusOf, toFocusFields } from './form-values.ts'
import { addDropped } from './part-list/add-dropped.ts'
import { type AddedFile, selectedFiles } from './part-list/added-files.ts'
import { listOfStored } from './part-list/first-part.ts'
import { FormActions } from './part-list/form-actions.tsx'
import { fromStored, isListChanged } from './part-list/part-inputs.ts'
import { PartsEditor, StartList } from './part-list/start-list.tsx'
import { useFormParts } from './part-list/use-form-parts.ts'
import type { ListWithRows } from './part-list/use-part-list.ts'
import { LinkField, TextField } from './parts.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { RestoredDraftBar } from './publish-actions.tsx'
import { useSaveContent } from './publish-content.ts'
import { ShineCard } from './shine-rows.tsx'
import { TeaserPictures } from './teaser-fields.tsx'
import { hasNewContents, hasNewValue } from './whats-new.ts'

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
  const [start] = useState(() => withFileAccess(initial.typed, item))
  const [values, setValues] = useState(start)
  const [file, setFile] = useState<File>()
  const [previewImage, setPreviewImage] = useImagePreview()
  const [isPreviewRemoved, setIsPreviewRemoved] = useState(false)
  const visibleImage =
    previewImage ?? (item.previewImage && !isPreviewRemoved ? { url: item.previewImage } : undefined)
  const submission = { item, preview: previewImage?.file, removePreview: isPreviewRemoved }
  const { submit, errors, isSaved, progress, cancel } = useSaveContent(submission)
  const [stored] = useState(() => fromStored(item.parts))
  const parts = useFormParts({
    initial: initial.parts,
    maxBytes: instance.maxUploadBytes,
    initialAccess: start.accessType,
    submit,
  })
  const { list, savedList } = parts
  const { row, select, release } = parts.only
  const typed = { ...values, kind: parts.kind ?? item.kind }
  const hasNewParts = list !== undefined && isListChanged(list, item.parts.length > 1 ? stored : [])
  // What the list has is compared with the list.
  const { kind, linkUrl, textContent } = item
  const hasDirtyValues = isDirty(list ? { ...values, kind, linkUrl, textContent } : values, item)
  const isChanged = hasDirtyValues || hasNewParts
  const hasChanges = isChanged || file !== undefined || previewImage !== undefined || isPreviewRemoved
  const setFocus = (focus: PreviewFocus) => setValues((before) => ({ ...before, ...toFocusFields(focus) }))
  const isNew = list ? hasNewContents(list, item.parts) : file !== undefined || hasNewValue(values, item)
  const change = { item, values, hasNewParts: isNew }
  const labels = useLabelsWithEmail(change, buttonLabels[item.status])
  const shownProgress = progress ?? parts.pendingProgress
  const isSaving = shownProgress !== undefined
  const leaveDialog = useUnsavedChangesPrompt(hasChanges && !isSaved && !progress, discard)

  function discard() {
    parts.discard()
    onDiscard()
  }
  /** The item's only part, as the first of a list. */
  function startList(): ListWithRows {
    setFile(undefined)
    release()
    return listOfStored(stored, { typed: values, row })
  }
  const addFiles = (files: Array<AddedFile>) => parts.add(files, startList())
  const addLine = !progress && (
    <StartList onFiles={addFiles} onTyped={(part) => parts.addTyped(part, startList())} />
  )

  // Saves the draft, so that a reload restores it.
  useEffect(() => {
    if (!isChanged || isSaved) return
    saveEditDraft(userId, item, { typed: values, ...(savedList && { parts: JSON.parse(savedList) }) })
  }, [userId, item, values, isChanged, isSaved, savedList])

  return (
    <Form
      schema={contentSchema({
        ...instance,
        file,
        hasFile: item.fileName !== null,
        storedText: item.textContent,
        ...parts.rules,
      })}
      onSubmit={parts.submit}
      fieldToFocus={(errors, formValues) => missingField(formValues, errors)}
      onInvalid={(errors, formValues) =>
        toast({ ...validationToast(formValues, errors), tone: 'destructive' })
      }
      errors={errors}
      onChange={({ currentTarget }) => setValues(textEntries(new FormData(currentTarget)))}
      className={editorForm}
    >
      <input type="hidden" name="kind" value={typed.kind} />
      {initial.restoredDraft && !shownProgress && (
        <RestoredDraftBar discardLabel="Undo changes" onDiscard={discard}>
          {restoredDraftMessages[initial.restoredDraft]}
        </RestoredDraftBar>
      )}
      <div className={editorColumns}>
        <div className="grid min-w-0 gap-5">
          <Card id="upload" padding="none" className={editorCard}>
            <h2 className="text-xl">What you sell</h2>
            {list && (
              <PartsEditor parts={parts} buyers={item.tipCount} hasBadges={item.status === 'published'} />
            )}
            <fieldset disabled={isSaving} className="grid min-w-0 gap-5">
              <legend className="sr-only">What you sell</legend>
              {!list && (
                <div className="grid gap-2">
                  {holds(item.kind, 'file') && (
                    <CurrentFile
                      item={item}
                      file={file}
                      onChange={(selected) => {
                        setFile(selected)
                        select(selected)
                      }}
                      onPickSeveral={(files) => addFiles(selectedFiles(files))}
                      onDropFolders={(entries) => addDropped(entries, addFiles)}
                      maxBytes={instance.maxUploadBytes}
                      upload={row}
                      onResume={() => row && parts.goOn(row)}
                      isLocked={isSaving}
                      addLine={addLine}
                    />
                  )}
                  {holds(item.kind, 'url') && <LinkField name="linkUrl" value={initial.typed.linkUrl} />}
                  {holds(item.kind, 'text') && (
                    <TextField name="textContent" value={initial.typed.textContent} />
                  )}
                  {!holds(item.kind, 'file') && addLine}
                </div>
              )}
              <hr className="border-line" />
              <PreviewImagePicker
                image={visibleImage}
                onChange={(chosen) => {
                  setPreviewImage(chosen)
                  setFocus(center)
                  if (!chosen) setIsPreviewRemoved(true)
                }}
                focus={focusOf(values)}
                onFocusChange={setFocus}
                pond={{ seed: Number(values.pondSeed) || 0, rings: item.pond.rings }}
                tints={<PondField seed={start.pondSeed} hasImage={visibleImage !== undefined} />}
              />
            </fieldset>
          </Card>
          <fieldset disabled={isSaving} className="grid min-w-0 gap-5">
            <legend className="sr-only">Details</legend>
            <WhatsNewCard initialValues={initial.typed} {...change} />
            <Card id="details" padding="none" className={editorCard}>
              <h2 className="text-xl">Details</h2>
              <TitleField initialValues={initial.typed} />
              <PricingFields
                initialValues={initial.typed}
                values={values}
                instance={instance}
                freeCount={item.freeCount}
              />
              <DetailFields
                initialValues={start}
                values={typed}
                fileName={file?.name ?? item.fileName ?? undefined}
                {...parts.details}
              />
            </Card>
            <ShineCard
              initialValues={start}
              values={typed}
              fileName={file?.name ?? item.fileName ?? undefined}
              {...parts.details}
              instance={instance}
              item={item}
              teaserProgress={<TeaserProgress id={item.id} />}
              teaserPictures={<TeaserPictures id={item.id} />}
              isUnpublished={item.status === 'draft'}
            />
          </fieldset>
        </div>
        <ContentPreviewCard
          values={typed}
          partsSummary={parts.summary}
          currency={item.currency}
          image={visibleImage?.url}
          focus={focusOf(values)}
          rings={item.pond.rings}
          pageHref={`/p/${item.id}?try`}
        >
          <FormActions
            parts={parts}
            progress={progress}
            onCancel={cancel}
            labels={labels}
            isSold={item.tipCount > 0}
          />
        </ContentPreviewCard>
      </div>
      {leaveDialog}
    </Form>
  )
}

/** The form's access type is that of the files, also when the first part is a link or a text. */
function withFileAccess(typed: FormValues, { parts, accessType }: ContentForEditing): FormValues {
  const access = parts.find(({ kind }) => holds(kind, 'file'))?.access
  return access && typed.accessType === accessType ? { ...typed, accessType: access } : typed
}

type CurrentFileProps = Omit<Parameters<typeof FilePicker>[0], 'fileToReselect' | 'partialUpload'> & {
  item: ContentForEditing
}

function CurrentFile({
  item: { fileName, fileSize, fileSha256, unlockCount, status, takedownReason },
  ...pickerProps
}: CurrentFileProps) {
  const isOnSale = status === 'published' && !takedownReason
  const state = isOnSale ? 'Published now' : 'Current file'
  const current = fileName !== null && {
    name: fileName,
    text: [fileSize !== null && formatBytes(fileSize), state].filter(Boolean).join(' · '),
    hint:
      unlockCount > 0
        ? 'Drop or choose a new file to replace it. Everyone who bought it gets the new version.'
        : 'Drop or choose a new file to replace it.',
  }
  return (
    <div className="grid gap-1">
      <FilePicker
        {...pickerProps}
        {...(current && { current })}
        fileToReselect={undefined}
        partialUpload={undefined}
      />
      {fileSha256 && (
        <Disclosure summary="File details">
          <p className="wrap-anywhere text-ink-faint text-sm">SHA-256 {fileSha256}</p>
        </Disclosure>
      )}
    </div>
  )
}
