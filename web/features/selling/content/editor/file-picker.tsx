import { clsx } from 'clsx'
import { Upload, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { getStorage, type StorageAccount } from '../../../../../contract/uploads.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { FileDropZone } from '../../../../ui/file-drop-zone.tsx'
import { IconTile } from '../../../../ui/icon-tile.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { toast } from '../../../../ui/toast.ts'
import { percent, progressLabel } from '../upload-progress.ts'
import { type QueuedFile, toUploadProgress } from '../upload-queue.ts'
import { type InitialUpload, isSameFile, type PartialUpload } from './drafts.ts'
import { RestoredDraftBar } from './publish-actions.tsx'

type FilePickerProps = {
  file: File | undefined
  onChange: (file: File | undefined) => void
  /** Several files, or what was dropped with a folder in it, to sell them together. */
  onPickSeveral: (files: Array<File>) => void
  onDropFolders: (entries: Array<FileSystemEntry>) => void
  maxBytes: number
  fileToReselect: InitialUpload['fileToReselect']
  partialUpload: InitialUpload['partialUpload']
  /** Its upload, which began when it was chosen. */
  upload: QueuedFile | undefined
  onResume: () => void
  /** While the form is sent. */
  isLocked: boolean
  /** Directly below the file. */
  addLine?: ReactNode
  /** The stored file, which another one replaces. */
  current?: { name: string; text: string; hint: string }
}

/** Selects the file to sell. A file that is too large or exceeds the remaining storage is rejected. */
export function FilePicker({
  file,
  onChange,
  onPickSeveral,
  onDropFolders,
  maxBytes,
  fileToReselect,
  partialUpload,
  upload,
  onResume,
  isLocked,
  addLine,
  current,
}: FilePickerProps) {
  const { data: storage } = useApiQuery(getStorage)
  const maxSizeText = `Maximum file size is ${formatBytes(maxBytes)}`
  function pick(picked: File) {
    if (picked.size > maxBytes) {
      return toast({ title: 'File too large', description: maxSizeText, tone: 'destructive' })
    }
    const reservedBytes = partialUpload && isSameFile(picked, partialUpload) ? partialUpload.size : 0
    const error = storageError(storage, { size: picked.size, reservedBytes })
    if (error) return toast({ ...error, tone: 'destructive' })
    onChange(picked)
  }

  return (
    <div className="grid gap-3">
      {fileToReselect && !file && (
        <p className="wrap-anywhere rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
          Please select {fileToReselect.name} ({formatBytes(fileToReselect.size)}) again. Your browser
          couldn’t keep it.
          {partialUpload &&
            ` ${uploadedPercent(partialUpload)}% is already uploaded and won’t be sent again.`}
        </p>
      )}
      <Field label="File" name="file">
        <div className="relative">
          <FileDropZone
            multiple
            onPick={(first, ...others) =>
              others.length > 0 ? onPickSeveral([first, ...others]) : pick(first)
            }
            onDropFolders={onDropFolders}
            className={
              file
                ? 'rounded-md border p-4 pr-16'
                : current
                  ? 'rounded-md border-[1.5px] border-dashed p-4'
                  : 'rounded-lg border-[1.5px] border-dashed p-8'
            }
          >
            {(isDragOver) => {
              if (isDragOver) return <DropPrompt title="Drop your file here!" hint={maxSizeText} />
              if (file) return <SelectedFile file={file} upload={upload} replaces={current?.name} />
              if (current) return <StoredFile {...current} />
              return (
                <DropPrompt
                  title="Drop your file here, or click to browse"
                  hint={`Any file type · ${maxSizeText}`}
                  more="Drop several, or a folder, to sell them together."
                />
              )
            }}
          </FileDropZone>
          {file && !isLocked && (
            <Button
              variant="icon"
              className="absolute! top-1/2 right-3 -translate-y-1/2"
              title="Remove file"
              aria-label={`Remove ${file.name}`}
              onClick={({ currentTarget }) => {
                currentTarget.parentElement?.querySelector('input')?.focus()
                onChange(undefined)
              }}
            >
              <X aria-hidden />
            </Button>
          )}
        </div>
      </Field>
      {upload && !isLocked && <StoppedUpload upload={upload} onResume={onResume} />}
      {addLine}
      <StorageNote storage={storage} />
    </div>
  )
}

export function DropPrompt({ title, hint, more }: { title: string; hint: string; more?: string }) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <IconTile>
        <Upload aria-hidden />
      </IconTile>
      <p className="font-[650] font-display text-lg">{title}</p>
      <p className="text-ink-faint text-sm">
        {hint}
        {more && <span className="block">{more}</span>}
      </p>
    </div>
  )
}

function StoredFile({ name, text, hint }: { name: string; text: string; hint: string }) {
  return (
    <div className="flex items-start gap-4">
      <IconTile>{fileExtension(name)}</IconTile>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-ink-soft text-sm">{text}</p>
        <p className="mt-1 text-ink-faint text-sm">{hint}</p>
      </div>
    </div>
  )
}

/** Why a file is not on its way, and how it goes on. */
function StoppedUpload({ upload, onResume }: { upload: QueuedFile; onResume: () => void }) {
  const { state, loaded, size, errorMessage } = upload
  if (state !== 'failed' && state !== 'paused') return null
  const sent = percent({ loaded, total: size })
  return (
    <p
      className={clsx(
        'wrap-anywhere flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md px-4 py-2',
        state === 'failed' ? 'bg-danger-soft text-danger' : 'bg-sunken text-ink-soft',
      )}
    >
      <span>{state === 'failed' ? `Stopped at ${sent}%. ${errorMessage ?? ''}` : `Paused at ${sent}%.`}</span>
      <Button variant="secondary" size="sm" onClick={onResume}>
        Go on
      </Button>
    </p>
  )
}

type SelectedFileProps = {
  file: File
  upload: QueuedFile | undefined
  /** The name of the stored file that it replaces. */
  replaces: string | undefined
}

function SelectedFile({ file, upload, replaces }: SelectedFileProps) {
  const isMoving = upload?.state === 'sending' || upload?.state === 'reconnecting'
  const isPaused = upload?.state === 'paused'
  const progress = upload && (isMoving || isPaused) ? toUploadProgress(upload) : undefined
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <IconTile>{fileExtension(file.name)}</IconTile>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere line-clamp-2 font-semibold" title={file.name}>
          {file.name}
        </p>
        <p className="text-ink-faint text-sm">
          {progress ? progressLabel(progress) : formatBytes(file.size)}
          {upload?.state === 'done' && ' · Uploaded'}
          {!progress && replaces && ` · Replaces ${replaces}`}
        </p>
      </div>
      {progress && (
        <progress
          aria-label={`Uploading ${file.name}`}
          max={1}
          value={progress.loaded / progress.total}
          className="bar-progress w-full sm:w-40"
        />
      )}
    </div>
  )
}

/** `zip` of `presets.zip`; `file` when there is none, or it is too long for its tile. */
export function fileExtension(name: string): string {
  return /\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? 'file'
}

/** The storage note for pages that do not load the storage otherwise. */
export function StorageLine() {
  const { data } = useApiQuery(getStorage)
  if (data && !isNearlyFull(data)) return <p className="text-ink-faint text-sm">Storage: {usedText(data)}</p>
  return <StorageNote storage={data} />
}

/** The used storage with advice, when little is left. */
export function StorageNote({ storage }: { storage: StorageAccount | undefined }) {
  if (!storage || !isNearlyFull(storage)) return null
  const { usedBytes, maxBytes, proMaxBytes } = storage
  return (
    <div className="grid gap-2 rounded-md bg-warn-soft px-4 py-3">
      <Progress
        label={usedBytes >= maxBytes ? 'Your storage is full' : 'Your storage is almost full'}
        value={Math.min(1, usedBytes / maxBytes)}
        detail={usedText(storage)}
      />
      <p className="text-ink-soft text-sm">
        Delete items you no longer need. Their space is free about a day later.
        {proMaxBytes !== null && proMaxBytes > maxBytes && (
          <>
            {' '}
            Or <TextLink href="/pricing">get Pro</TextLink> for {formatBytes(proMaxBytes)}.
          </>
        )}
      </p>
    </div>
  )
}

const nearlyFullShare = 0.8

export function isNearlyFull({ usedBytes, maxBytes }: StorageAccount): boolean {
  return usedBytes >= maxBytes * nearlyFullShare
}

export function usedText({ usedBytes, maxBytes }: StorageAccount): string {
  return `${formatBytes(usedBytes)} of ${formatBytes(maxBytes)} used`
}

/**
 * Why a file of `size` bytes cannot be uploaded; undefined when it can. `reservedBytes` of it are counted as used
 * already, because its upload has begun.
 */
export function storageError(
  storage: StorageAccount | undefined,
  { size, reservedBytes = 0 }: { size: number; reservedBytes?: number },
): { title: string; description: string } | undefined {
  if (!storage || size <= storage.remainingBytes + reservedBytes) return undefined
  const left = `You have ${formatBytes(storage.remainingBytes + reservedBytes)} left for uploads`
  const { proMaxBytes, maxBytes } = storage
  const hasMore = proMaxBytes !== null && proMaxBytes > maxBytes
  const pro = hasMore ? `, or get Pro for ${formatBytes(proMaxBytes)}` : ''
  return { title: 'Not enough storage', description: `${left}. Delete items you no longer need${pro}.` }
}

type UploadDraftNoticeProps = { start: InitialUpload; file: File | undefined; onStartOver: () => void }

export function UploadDraftNotice({ start: { partialUpload }, file, onStartOver }: UploadDraftNoticeProps) {
  const isResumed = partialUpload && file && isSameFile(file, partialUpload)
  return (
    <RestoredDraftBar discardLabel="Start over" onDiscard={onStartOver}>
      {isResumed && partialUpload.loaded < partialUpload.size
        ? `We restored your draft. ${partialUpload.name} goes on from ${uploadedPercent(partialUpload)}%.`
        : 'We restored your draft.'}
    </RestoredDraftBar>
  )
}

function uploadedPercent({ loaded, size }: PartialUpload): number {
  return percent({ loaded, total: size })
}
