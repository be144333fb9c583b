import { percent } from '../upload-progress.ts'
import type { InitialUpload } from './initial-upload.ts'
import { RestoredDraftBar } from './restored-draft-bar.tsx'
import { isSameFile, type PartialUpload } from './upload-draft.ts'

type UploadDraftNoticeProps = { start: InitialUpload; file: File | undefined; onStartOver: () => void }

/** The notice that a draft was restored, with a button to discard it. */
export function UploadDraftNotice({ start: { partialUpload }, file, onStartOver }: UploadDraftNoticeProps) {
  const canResume = partialUpload && file && isSameFile(file, partialUpload)
  return (
    <RestoredDraftBar discardLabel="Start over" onDiscard={onStartOver}>
      {canResume
        ? `${partialUpload.name}: ${uploadedPercent(partialUpload)}% is already uploaded. Publish to finish the rest.`
        : 'We restored your draft.'}
    </RestoredDraftBar>
  )
}

export function uploadedPercent({ loaded, size }: PartialUpload): number {
  return percent({ loaded, total: size })
}
