import { percent, type UploadProgress } from '../../upload-progress.ts'
import { PublishActions } from '../publish-actions.tsx'
import { BuyerChanges } from './buyer-changes.tsx'
import { overallProgress } from './overall-progress.ts'
import type { FormParts } from './use-form-parts.ts'

type FormActionsProps = {
  parts: FormParts
  /** While the form itself is sent. */
  progress: UploadProgress | undefined
  onCancel: () => void
  labels?: { publish: string; draft: string }
  /** Whether people have the item already. */
  isSold?: boolean
}

/** The buttons of an item's form, which can be pressed before its files have arrived. */
export function FormActions({ parts, progress, onCancel, labels, isSold }: FormActionsProps) {
  const { list, queue, pendingProgress, stopWaiting } = parts
  const uploading = overallProgress(queue.rows)
  const isWaiting = progress === undefined && pendingProgress !== undefined
  return (
    <>
      {isSold && list && <BuyerChanges list={list} />}
      <PublishActions
        progress={progress ?? pendingProgress}
        hasFile={isWaiting}
        onPause={() => queue.pause(() => true)}
        onResume={() => queue.resume(() => true)}
        onCancel={isWaiting ? stopWaiting : onCancel}
        cancelLabel={isWaiting ? 'Cancel' : 'Cancel upload'}
        note={
          uploading && (
            <>
              <span>{arrivalText({ isSaved: labels !== undefined, hasList: list !== undefined })}</span>{' '}
              <span>{percent(uploading)}%</span>
            </>
          )
        }
        {...(labels && { labels })}
      />
    </>
  )
}

/** What happens to a form whose files are on their way. */
function arrivalText({ isSaved, hasList }: { isSaved: boolean; hasList: boolean }): string {
  const files = hasList ? 'all files have arrived' : 'the file has arrived'
  return `${isSaved ? 'It’s saved' : 'Publishes'} as soon as ${files}.`
}
