import { limits } from '../../../../contract/limits.ts'
import { getStorage, type StorageAccount } from '../../../../contract/resumable-uploads.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { useApiQuery } from '../../../api/query-hooks.ts'
import { Field } from '../../../ui/field.tsx'
import { FileDropZone } from '../../../ui/file-drop-zone.tsx'
import { toast } from '../../../ui/toast.ts'
import { DropPrompt } from '../editor/file-picker.tsx'
import { StorageNote } from '../editor/storage-note.tsx'
import { usedText } from '../editor/storage-text.ts'
import { type BulkFile, fileKey, partitionFiles, type UnfinishedFile } from './bulk-queue.ts'

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
