import { useEffect, useState } from 'react'
import type { EditableContent } from '../../../contract/editing.ts'
import type { Instance } from '../../../contract/system.ts'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { Actions } from './actions.tsx'
import { noticeOf, uploadSchema } from './check-upload.ts'
import { CurrentFile } from './current-file.tsx'
import { Details, TitleField } from './details.tsx'
import { type EditStart, isChanged, keepEdit } from './edit-start.ts'
import { LinkField, TextField } from './goods.tsx'
import { KeptBar } from './kept-bar.tsx'
import { PreviewCard } from './preview-card.tsx'
import { PreviewPicker } from './preview-picker.tsx'
import { Pricing } from './pricing.tsx'
import { typedIn } from './typed.ts'
import { useEdit } from './use-edit.ts'
import { useLeaving } from './use-leaving.tsx'
import { usePicture } from './use-picture.ts'

type EditFormProps = {
  who: number
  item: EditableContent
  start: EditStart
  instance: Instance
  onUndo: () => void
}

const words = {
  published: { publish: 'Save Changes', draft: 'Save and Take Off Sale' },
  draft: { publish: 'Publish & Create Tip Link', draft: 'Save as Draft' },
}

const keptWords = {
  fresh: 'What you changed the last time is here again, not saved yet.',
  stale: 'This item was changed elsewhere since you typed this. Saving writes over that.',
}

/** The same fields as for a new item, filled. What is sold stays of its kind; the file can be replaced. */
export function EditForm({ who, item, start, instance, onUndo }: EditFormProps) {
  const [typed, setTyped] = useState(start.typed)
  const [file, setFile] = useState<File>()
  const [picture, setPicture] = usePicture()
  const [removed, setRemoved] = useState(false)
  const shown = picture ?? (item.previewImage && !removed ? { url: item.previewImage } : undefined)
  const given = { item, file, preview: picture?.file, removePreview: removed }
  const { submit, errors, isSaved, progress, pause, resume, cancel } = useEdit(given)
  const hasTyped = isChanged(typed, item)
  const hasChanges = hasTyped || file !== undefined || picture !== undefined || removed
  const leaving = useLeaving(hasChanges && !isSaved && !progress, onUndo)

  // Speaks to the browser's store: what is typed is there again after a reload.
  useEffect(() => {
    if (hasTyped && !isSaved) keepEdit(who, item, typed)
  }, [who, item, typed, hasTyped, isSaved])

  return (
    <Form
      schema={uploadSchema({ ...instance, file, hasFile: item.fileName !== null })}
      onSubmit={submit}
      onInvalid={(faults, asked) => toast({ ...noticeOf(asked, faults), tone: 'destructive' })}
      errors={errors}
      onChange={({ currentTarget }) => setTyped(typedIn(currentTarget))}
      className="grid gap-7"
    >
      <input type="hidden" name="kind" value={item.kind} />
      {start.kept && !progress && (
        <KeptBar undo="Undo changes" onUndo={onUndo}>
          {keptWords[start.kept]}
        </KeptBar>
      )}
      <div className="grid items-start gap-7 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]">
        <fieldset disabled={progress !== undefined} className="grid min-w-0 gap-5">
          <legend className="sr-only">What you sell</legend>
          {item.kind === 'file' && (
            <CurrentFile
              item={item}
              file={file}
              onChange={setFile}
              maxBytes={instance.maxUploadBytes}
              progress={progress}
            />
          )}
          {item.kind === 'link' && <LinkField start={start.typed} />}
          {item.kind === 'text' && <TextField start={start.typed} />}
          <TitleField start={start.typed} />
          <Pricing start={start.typed} typed={typed} instance={instance} />
          <Details start={start.typed} typed={typed} />
          <PreviewPicker
            picture={shown}
            onChange={(chosen) => {
              setPicture(chosen)
              if (!chosen) setRemoved(true)
            }}
          />
        </fieldset>
        <PreviewCard typed={typed} currency={item.currency} image={shown?.url} id={item.id}>
          <Actions
            progress={progress}
            hasFile={file !== undefined}
            onPause={pause}
            onResume={resume}
            onCancel={cancel}
            words={words[item.status]}
          />
        </PreviewCard>
      </div>
      {leaving}
    </Form>
  )
}
