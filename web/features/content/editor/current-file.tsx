import type { ContentForEditing } from '../../../../contract/content-edit.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import type { UploadProgress } from '../upload-progress.ts'
import { FilePicker } from './file-picker.tsx'

type CurrentFileProps = {
  item: ContentForEditing
  file: File | undefined
  onChange: (file: File | undefined) => void
  maxBytes: number
  progress: UploadProgress | undefined
}

/** The current file, and a picker to replace it. */
export function CurrentFile({
  item: { fileName, fileSize, fileSha256, unlockCount, status, takedownReason },
  ...pickerProps
}: CurrentFileProps) {
  const isOnSale = status === 'published' && !takedownReason
  return (
    <div className="grid gap-3">
      {fileName !== null && (
        <div className="rounded-md bg-sunken px-4 py-3">
          <p className="wrap-anywhere">
            <span className="text-ink-soft">
              {pickerProps.file ? 'Will be replaced: ' : isOnSale ? 'Published now: ' : 'Current file: '}
            </span>
            <b className="font-semibold">{fileName}</b>
            {fileSize !== null && ` · ${formatBytes(fileSize)}`}
          </p>
          <p className="text-ink-faint text-sm">
            {unlockCount > 0
              ? 'Upload a new file to replace it. Everyone who bought it gets the new version.'
              : 'Upload a new file to replace it.'}
          </p>
          {fileSha256 && (
            <Disclosure summary="File details">
              <p className="wrap-anywhere text-ink-faint text-sm">SHA-256 {fileSha256}</p>
            </Disclosure>
          )}
        </div>
      )}
      <FilePicker {...pickerProps} fileToReselect={undefined} partialUpload={undefined} />
    </div>
  )
}
