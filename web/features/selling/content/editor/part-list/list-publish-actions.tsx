import type { UploadProgress } from '../../upload-progress.ts'
import { PublishActions } from '../publish-actions.tsx'
import { BuyerChanges } from './buyer-changes.tsx'
import type { FormParts } from './use-form-parts.ts'

type ListPublishActionsProps = {
  parts: FormParts
  /** While the form itself is sent. */
  progress: UploadProgress | undefined
  onCancel: () => void
  labels?: { publish: string; draft: string }
  /** Whether people have the item already. */
  isSold?: boolean
}

/** The buttons of a form with a list, which can be pressed before all files have arrived. */
export function ListPublishActions({ parts, progress, onCancel, labels, isSold }: ListPublishActionsProps) {
  const { list, queue, pendingProgress, stopWaiting } = parts
  const isWaiting = progress === undefined && pendingProgress !== undefined
  return (
    <>
      {isSold && list && <BuyerChanges list={list} />}
      {queue.isBusy && (
        <p className="rounded-md bg-sunken px-4 py-3 text-ink-soft text-sm">
          {isWaiting ? '' : 'You can fill in the rest meanwhile. '}
          {labels ? 'It’s saved' : 'Publishes'} as soon as all files have arrived.
        </p>
      )}
      <PublishActions
        progress={progress ?? pendingProgress}
        hasFile={isWaiting}
        onPause={() => queue.pause(() => true)}
        onResume={() => queue.resume(() => true)}
        onCancel={isWaiting ? stopWaiting : onCancel}
        cancelLabel={isWaiting ? 'Cancel' : 'Cancel upload'}
        {...(labels && { labels })}
      />
    </>
  )
}
