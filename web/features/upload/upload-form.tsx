import { useEffect, useRef, useState } from 'react'
import type { Instance } from '../../../contract/system.ts'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { Actions } from './actions.tsx'
import { noticeOf, uploadSchema } from './check-upload.ts'
import { Details, TitleField } from './details.tsx'
import { Goods } from './goods.tsx'
import { keepForm } from './kept-form.ts'
import { KeptNotice } from './kept-notice.tsx'
import { PreviewCard } from './preview-card.tsx'
import { PreviewPicker } from './preview-picker.tsx'
import { Pricing } from './pricing.tsx'
import type { Start } from './start.ts'
import { stepOf } from './step-of.ts'
import { Steps } from './steps.tsx'
import { isTyped, type Typed, typedIn } from './typed.ts'
import { usePicture } from './use-picture.ts'
import { useSubmission } from './use-submission.ts'

type UploadFormProps = { who: number; start: Start; instance: Instance; onStartOver: () => void }

/** One form for all three steps. The fields hold what is typed; we only look on, for the steps and the preview. */
export function UploadForm({ who, start, instance, onStartOver }: UploadFormProps) {
  const form = useRef<HTMLDivElement>(null)
  const [kind, setKind] = useState(start.kind)
  const [seen, setSeen] = useState(start.typed)
  const [file, setFile] = useState(start.file)
  const [picture, setPicture] = usePicture(start.preview)
  const sent = kind === 'file' ? file : undefined
  const { submit, cancel, pause, resume, progress, errors } = useSubmission({
    who,
    begun: start.begun,
    file: sent,
    preview: picture?.file,
  })
  const typed: Typed = { ...seen, kind }

  // Speaks to the browser's store: what is typed is there again after a reload.
  useEffect(() => {
    if (isTyped({ ...seen, kind })) keepForm(who, { typed: { ...seen, kind } })
  }, [who, seen, kind])
  // Speaks to the form: what was pressed when the session ended is pressed again.
  useEffect(() => {
    const { goOn } = start
    const button = goOn && form.current?.querySelector<HTMLButtonElement>(`button[value="${goOn}"]`)
    if (!button) return
    keepForm(who, { goOn: undefined })
    button.click()
  }, [who, start])

  return (
    <Form
      schema={uploadSchema({ ...instance, file })}
      onSubmit={submit}
      onInvalid={(faults, asked) => toast({ ...noticeOf(asked, faults), tone: 'destructive' })}
      errors={errors}
      onChange={({ currentTarget }) => setSeen(typedIn(currentTarget))}
      className="grid gap-7"
    >
      {start.isKept && !progress && <KeptNotice start={start} file={file} onStartOver={onStartOver} />}
      <Steps now={progress ? 2 : stepOf(typed, file)} />
      <div ref={form} className="grid items-start gap-7 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]">
        <fieldset disabled={progress !== undefined} className="grid min-w-0 gap-5">
          <legend className="sr-only">What you publish</legend>
          <Goods
            kind={kind}
            onKind={setKind}
            start={start.typed}
            file={file}
            onChange={setFile}
            maxBytes={instance.maxUploadBytes}
            pickAgain={start.pickAgain}
            begun={start.begun}
            progress={progress}
          />
          <TitleField start={start.typed} />
          <Pricing start={start.typed} typed={typed} instance={instance} />
          <Details start={start.typed} typed={typed} />
          <PreviewPicker picture={picture} onChange={setPicture} />
        </fieldset>
        <PreviewCard typed={typed} currency={instance.currency} image={picture?.url}>
          <Actions
            progress={progress}
            hasFile={sent !== undefined}
            onPause={pause}
            onResume={resume}
            onCancel={cancel}
          />
        </PreviewCard>
      </div>
    </Form>
  )
}
