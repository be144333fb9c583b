import { Upload, X } from 'lucide-react'
import { getStorage } from '../../../../contract/resumable-uploads.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { useApiQuery } from '../../../api/query-hooks.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDropZone } from '../../../ui/file-drop-zone.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { toast } from '../../../ui/toast.ts'
import { progressLabel, type UploadProgress } from '../upload-progress.ts'
import type { InitialUpload } from './initial-upload.ts'
import { StorageNote } from './storage-note.tsx'
import { storageError } from './storage-text.ts'
import { isSameFile } from './upload-draft.ts'
import { uploadedPercent } from './upload-draft-notice.tsx'

type FilePickerProps = {
  file: File | undefined
  onChange: (file: File | undefined) => void
  maxBytes: number
  fileToReselect: InitialUpload['fileToReselect']
  partialUpload: InitialUpload['partialUpload']
  progress: UploadProgress | undefined
}

/** Selects the file to sell. A file that is too large or exceeds the remaining storage is rejected. */
export function FilePicker({
  file,
  onChange,
  maxBytes,
  fileToReselect,
  partialUpload,
  progress,
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
            onPick={pick}
            className={
              file
                ? 'rounded-md border-[1.5px] p-[22px] pr-16 shadow-sm'
                : 'rounded-lg border-[1.5px] border-dashed p-8'
            }
          >
            {(isDragOver) => {
              if (isDragOver) return <DropPrompt title="Drop your file here!" hint={maxSizeText} />
              if (file) return <SelectedFile file={file} progress={progress} />
              return (
                <DropPrompt
                  title="Drop your file here, or click to browse"
                  hint={`Any file type · ${maxSizeText}`}
                />
              )
            }}
          </FileDropZone>
          {file && !progress && (
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
      <StorageNote storage={storage} />
    </div>
  )
}

export function DropPrompt({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="grid justify-items-center gap-2 text-center">
      <IconTile>
        <Upload aria-hidden />
      </IconTile>
      <p className="font-[650] font-display text-lg">{title}</p>
      <p className="text-ink-faint text-sm">{hint}</p>
    </div>
  )
}

function SelectedFile({ file, progress }: { file: File; progress: UploadProgress | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <IconTile>{fileExtension(file.name)}</IconTile>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere line-clamp-2 font-semibold" title={file.name}>
          {file.name}
        </p>
        <p className="text-ink-faint text-sm">
          {progress ? progressLabel(progress) : formatBytes(file.size)}
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
