import { limits } from '../../../../contract/limits.ts'
import { formatBytes } from '../../../../domain/bytes-text.ts'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { DropArea } from '../drop-area.tsx'
import { Invitation } from '../file-picker.tsx'
import { type Row, sift } from './rows.ts'

type FilesPickerProps = { rows: Array<Row>; onAdd: (files: Array<File>) => void; maxBytes: number }

/** Where files are chosen, again and again. What cannot come is not taken, and that is said. */
export function FilesPicker({ rows, onAdd, maxBytes }: FilesPickerProps) {
  function pick(files: Array<File>) {
    const sifted = sift(rows, files, maxBytes)
    onAdd(sifted.taken)
    const trouble = troubleOf(sifted, maxBytes)
    if (trouble) toast({ ...trouble, tone: 'destructive' })
  }

  return (
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
  )
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
