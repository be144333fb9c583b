import { useState } from 'react'
import type { Instance } from '../../../contract/system.ts'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { Actions } from './actions.tsx'
import { noticeOf, uploadSchema } from './check-upload.ts'
import { Details, TitleField } from './details.tsx'
import { Goods } from './goods.tsx'
import { PreviewCard } from './preview-card.tsx'
import { PreviewPicker } from './preview-picker.tsx'
import { Pricing } from './pricing.tsx'
import type { Start } from './start.ts'
import { stepOf } from './step-of.ts'
import { Steps } from './steps.tsx'
import { type Typed, typedIn } from './typed.ts'
import { usePicture } from './use-picture.ts'
import { useSubmission } from './use-submission.ts'

/** One form for all three steps. The fields hold what is typed; we only look on, for the steps and the preview. */
export function UploadForm({ start, instance }: { start: Start; instance: Instance }) {
  const [kind, setKind] = useState(start.kind)
  const [seen, setSeen] = useState(start.typed)
  const [file, setFile] = useState(start.file)
  const [picture, setPicture] = usePicture()
  const { submit, cancel, progress, errors } = useSubmission({ file, preview: picture?.file })
  const typed: Typed = { ...seen, kind }
  const sendsFile = kind === 'file' && file !== undefined

  return (
    <Form
      schema={uploadSchema({ ...instance, file })}
      onSubmit={submit}
      onInvalid={(faults, asked) => toast({ ...noticeOf(asked, faults), tone: 'destructive' })}
      errors={errors}
      onChange={({ currentTarget }) => setSeen(typedIn(currentTarget))}
      className="grid gap-7"
    >
      <Steps now={progress ? 2 : stepOf(typed, file)} />
      <div className="grid items-start gap-7 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]">
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
            progress={progress}
          />
          <TitleField start={start.typed} />
          <Pricing start={start.typed} typed={typed} instance={instance} />
          <Details start={start.typed} typed={typed} />
          <PreviewPicker picture={picture} onChange={setPicture} />
        </fieldset>
        <PreviewCard typed={typed} currency={instance.currency} image={picture?.url}>
          <Actions progress={progress} hasFile={sendsFile} onCancel={cancel} />
        </PreviewCard>
      </div>
    </Form>
  )
}
