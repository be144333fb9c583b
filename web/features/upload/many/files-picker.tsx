import { limits } from '../../../../contract/limits.ts'
import { getStorage, type StorageAccount } from '../../../../contract/uploads.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { useRead } from '../../../api/hooks.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { DropArea } from '../drop-area.tsx'
import { Invitation } from '../file-picker.tsx'
import { StorageNote } from '../storage-note.tsx'
import { usedText } from '../storage-words.ts'
import { keyOf, type Left, type Row, sift } from './rows.ts'

type FilesPickerProps = {
  rows: Array<Row>
  /** Files of an earlier visit that are not selected again yet. */
  left: Array<Left>
  onAdd: (files: Array<File>) => void
  maxBytes: number
}

/** Where files are chosen, again and again. What cannot come is not taken, and that is said. */
export function FilesPicker({ rows, left, onAdd, maxBytes }: FilesPickerProps) {
  const { data: storage } = useRead(getStorage)
  function pick(files: Array<File>) {
    const roomBytes = storage && storage.remainingBytes + announcedBytes(files, left)
    const sifted = sift(rows, files, { maxBytes, roomBytes })
    onAdd(sifted.taken)
    const trouble = troubleOf(sifted, maxBytes) ?? noRoomForMany(sifted.noRoom, storage)
    if (trouble) toast({ ...trouble, tone: 'destructive' })
  }

  return (
    <div className="grid gap-3">
      <Field label="Files" name="files">
        <DropArea
          multiple
          onPick={(...files) => pick(files)}
          className={rows.length > 0 ? 'rounded-md border-dashed p-5' : 'rounded-lg border-dashed p-8'}
        >
          {(over) => (
            <Invitation
              title={
                over
                  ? 'Drop your files here!'
                  : rows.length > 0
                    ? 'Add more files'
                    : 'Drop your files here, or click to choose'
              }
              hint={`Up to ${limits.bulkItems} files · any type · ${formatBytes(maxBytes)} each`}
            />
          )}
        </DropArea>
      </Field>
      <StorageNote storage={storage} />
    </div>
  )
}

/** Bytes of these files whose upload began in an earlier visit: they are in the used storage already. */
function announcedBytes(files: Array<File>, left: Array<Left>): number {
  const selected = new Set(files.map(keyOf))
  return left
    .filter((one) => one.uploadId && selected.has(keyOf(one)))
    .reduce((sum, { size }) => sum + size, 0)
}

function noRoomForMany(files: Array<File>, storage: StorageAccount | undefined) {
  const [first] = files
  if (!first || !storage) return undefined
  const text = `${files.length === 1 ? first.name : 'They'} would need more than is left: ${usedText(storage)}. Delete items you no longer need, or select fewer files.`
  return { title: `${files.length} ${files.length === 1 ? 'file doesn’t' : 'files don’t'} fit`, text }
}

function troubleOf({ tooLarge, empty, tooMany }: ReturnType<typeof sift>, maxBytes: number) {
  const [large] = tooLarge
  if (large)
    return {
      title: tooLarge.length === 1 ? 'File too large' : `${tooLarge.length} files too large`,
      text: `Maximum file size is ${formatBytes(maxBytes)}`,
    }
  if (tooMany > 0)
    return {
      title: `${tooMany} ${tooMany === 1 ? 'file was' : 'files were'} not taken`,
      text: `At most ${limits.bulkItems} files at once. Publish these first.`,
    }
  if (empty[0]) return { title: 'This file is empty', text: `${empty[0].name} has nothing in it.` }
  return undefined
}
