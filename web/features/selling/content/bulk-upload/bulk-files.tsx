import { CircleAlert, Copy, Pause, Play, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { limits } from '../../../../../contract/limits.ts'
import { getStorage, type StorageAccount } from '../../../../../contract/uploads.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FileDropZone } from '../../../../ui/file-drop-zone.tsx'
import { IconTile } from '../../../../ui/icon-tile.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { toast } from '../../../../ui/toast.ts'
import { DropPrompt, fileExtension, StorageNote, usedText } from '../editor/file-picker.tsx'
import { percent, progressLabel } from '../upload-progress.ts'
import { canPause, isActive, toUploadProgress } from '../upload-queue.ts'
import {
  type BulkFile,
  fileKey,
  isEditable,
  partitionFiles,
  titleFieldName,
  type UnfinishedFile,
} from './bulk-queue.ts'
import { copyAllTipLinks, PublishedLinks } from './published-links.tsx'

type BulkFileRowProps = {
  row: BulkFile
  /** The title that was typed before. */
  title: string | undefined
  onPause: () => void
  onResume: () => void
  onCancel: () => void
  onRetry: () => void
}

export function BulkFileRow({ row, title, onPause, onResume, onCancel, onRetry }: BulkFileRowProps) {
  const { name, state } = row
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-4 py-4 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-5">
      <IconTile className="max-sm:hidden">{fileExtension(name)}</IconTile>
      <div className="grid min-w-0 gap-2 last:col-span-2">
        {isEditable(row) ? (
          <Field label={`Title for ${name}`} name={titleFieldName(row)} className="[&>label]:wrap-anywhere">
            <Input maxLength={limits.maxTitleLength} autoComplete="off" defaultValue={title ?? row.title} />
          </Field>
        ) : (
          <div>
            <p className="wrap-anywhere font-semibold">{row.title}</p>
            <p className="wrap-anywhere text-ink-faint text-sm">{name}</p>
          </div>
        )}
        <FileStatus row={row} />
        {state === 'done' && <PublishedLinks row={row} />}
        {state === 'failed' && (
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start"
            onClick={onRetry}
            aria-label={`Try Again: ${name}`}
          >
            <RotateCcw aria-hidden />
            Try Again
          </Button>
        )}
      </div>
      {state !== 'done' && state !== 'saving' && (
        <div className="-mr-2.5 flex">
          {canPause(row) && (
            <Button variant="icon" title="Pause" aria-label={`Pause ${name}`} onClick={onPause}>
              <Pause aria-hidden />
            </Button>
          )}
          {state === 'paused' && (
            <Button variant="icon" title="Resume" aria-label={`Resume ${name}`} onClick={onResume}>
              <Play aria-hidden />
            </Button>
          )}
          <Button variant="icon" title="Cancel" aria-label={`Cancel ${name}`} onClick={onCancel}>
            <X aria-hidden />
          </Button>
        </div>
      )}
    </li>
  )
}

function FileStatus({ row }: { row: BulkFile }) {
  const { state, size, loaded, name, errorMessage } = row
  if (state === 'done') return null
  if (state === 'failed')
    return (
      <p className="flex gap-1.5 text-danger text-sm">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="wrap-anywhere min-w-0">{errorMessage}</span>
      </p>
    )
  if (state === 'ready' || state === 'waiting')
    return (
      <p className="text-ink-faint text-sm">
        {state === 'waiting' && 'Waiting · '}
        {formatBytes(size)}
        {loaded > 0 && ` · ${percent({ loaded, total: size })}% already uploaded`}
      </p>
    )
  return (
    <div className="grid gap-1.5">
      <progress aria-label={`Uploading ${name}`} max={1} value={loaded / size} className="bar-progress" />
      <p className="text-ink-faint text-sm">{progressLabel(toUploadProgress(row))}</p>
    </div>
  )
}

type BulkFilePickerProps = {
  rows: Array<BulkFile>
  /** Files of an earlier visit that were not selected again yet. */
  unfinished: Array<UnfinishedFile>
  onAdd: (files: Array<File>) => void
  maxBytes: number
}

/** Selects files, repeatedly. Files that cannot be uploaded are left out with a toast. */
export function BulkFilePicker({ rows, unfinished, onAdd, maxBytes }: BulkFilePickerProps) {
  const { data: storage } = useApiQuery(getStorage)
  function pick(files: Array<File>) {
    const availableBytes = storage && storage.remainingBytes + reservedBytes(files, unfinished)
    const partitioned = partitionFiles(rows, files, { maxBytes, availableBytes })
    onAdd(partitioned.accepted)
    const rejection =
      rejectionToast(partitioned, maxBytes) ?? storageErrorForMany(partitioned.overQuota, storage)
    if (rejection) toast({ ...rejection, tone: 'destructive' })
  }

  return (
    <div className="grid gap-3">
      <Field label="Files" name="files">
        <FileDropZone
          multiple
          onPick={(...files) => pick(files)}
          className={
            rows.length > 0
              ? 'rounded-md border-[1.5px] border-dashed p-5'
              : 'rounded-lg border-[1.5px] border-dashed p-8'
          }
        >
          {(isDragOver) => (
            <DropPrompt
              title={
                isDragOver
                  ? 'Drop your files here!'
                  : rows.length > 0
                    ? 'Add more files'
                    : 'Drop your files here, or click to browse'
              }
              hint={`Up to ${limits.maxBulkItems} files · any file type · ${formatBytes(maxBytes)} each`}
            />
          )}
        </FileDropZone>
      </Field>
      <StorageNote storage={storage} />
    </div>
  )
}

/** Bytes of these files whose upload was created in an earlier visit. The used storage already includes them. */
function reservedBytes(files: Array<File>, unfinished: Array<UnfinishedFile>): number {
  const selected = new Set(files.map(fileKey))
  return unfinished
    .filter((file) => file.uploadId && selected.has(fileKey(file)))
    .reduce((sum, { size }) => sum + size, 0)
}

function storageErrorForMany(files: Array<File>, storage: StorageAccount | undefined) {
  const [first] = files
  if (!first || !storage) return undefined
  const description = `You’re out of space: ${usedText(storage)}. Delete items you no longer need, or select fewer files.`
  return { title: `${files.length} ${files.length === 1 ? 'file doesn’t' : 'files don’t'} fit`, description }
}

function rejectionToast({ tooLarge, empty, tooMany }: ReturnType<typeof partitionFiles>, maxBytes: number) {
  const [large] = tooLarge
  if (large)
    return {
      title: tooLarge.length === 1 ? 'File too large' : `${tooLarge.length} files too large`,
      description: `Maximum file size is ${formatBytes(maxBytes)}`,
    }
  if (tooMany > 0)
    return {
      title: `${tooMany} ${tooMany === 1 ? 'file was' : 'files were'} not added`,
      description: `You can upload up to ${limits.maxBulkItems} files at once. Publish these first.`,
    }
  if (empty[0])
    return { title: 'This file is empty', description: `${empty[0].name} is 0 bytes. Choose another file.` }
  return undefined
}

type BulkProgressProps = {
  rows: Array<BulkFile>
  onPause: () => void
  onResume: () => void
  onCancel: () => void
}

export function BulkProgress({ rows, onPause, onResume, onCancel }: BulkProgressProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const totalBytes = rows.reduce((sum, { size }) => sum + size, 0)
  const sentBytes = rows.reduce((sum, row) => sum + (row.state === 'done' ? row.size : row.loaded), 0)
  const isBusy = rows.some(isActive)
  const published = rows.filter(({ content }) => content?.status === 'published').length
  return (
    <div className="grid gap-4 border-line border-b px-4 py-5 sm:px-5">
      <Progress
        label={progressSummary(rows)}
        value={totalBytes === 0 ? 0 : sentBytes / totalBytes}
        detail={`${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
      />
      <p role="status" className="sr-only">
        {progressSummary(rows)}
      </p>
      <div className="flex flex-wrap gap-3">
        {rows.some(canPause) && (
          <Button variant="secondary" size="sm" onClick={onPause}>
            <Pause aria-hidden />
            Pause all
          </Button>
        )}
        {rows.some(({ state }) => state === 'paused') && (
          <Button variant="secondary" size="sm" onClick={onResume}>
            <Play aria-hidden />
            Resume all
          </Button>
        )}
        {isBusy && (
          <Button variant="secondary" size="sm" onClick={() => setIsConfirming(true)}>
            <X aria-hidden />
            Cancel all
          </Button>
        )}
        {published > 0 && !isBusy && (
          <Button variant="secondary" size="sm" onClick={() => void copyAllTipLinks(rows)}>
            <Copy aria-hidden />
            {published === 1 ? 'Copy link' : `Copy all ${published} links`}
          </Button>
        )}
        {rows.every(({ state }) => state === 'done') && (
          <LinkButton size="sm" href="/">
            Go to dashboard
          </LinkButton>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming && isBusy}
        onOpenChange={setIsConfirming}
        title="Cancel all uploads?"
        description="Unfinished uploads will be deleted. Files you’ve already published stay."
        confirmLabel="Cancel all uploads"
        onConfirm={() => {
          setIsConfirming(false)
          onCancel()
        }}
      />
    </div>
  )
}

/** `3 of 5 done · 1 failed` */
function progressSummary(rows: Array<BulkFile>): string {
  const failed = rows.filter(({ state }) => state === 'failed').length
  const done = rows.filter(({ state }) => state === 'done').length
  return `${done} of ${rows.length} done${failed > 0 ? ` · ${failed} failed` : ''}`
}
