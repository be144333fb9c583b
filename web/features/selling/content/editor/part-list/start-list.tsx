import { type ReactNode, Suspense, useState } from 'react'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { Spinner } from '../../../../../ui/spinner.tsx'
import { AddLine } from './add-line.tsx'
import { type AddedFile, selectedFiles } from './added-files.ts'
import type { TypedPart } from './part-inputs.ts'

const LazyPartsEditor = lazyComponent(async () => (await import('./parts-editor.tsx')).PartsEditor)
const PartDialog = lazyComponent(async () => (await import('./part-dialog.tsx')).PartDialog)

/** The list of parts. Its code is loaded with the second part. */
export function PartsEditor(props: Parameters<typeof LazyPartsEditor>[0]): ReactNode {
  return (
    <Suspense fallback={<Spinner size="md" className="text-brand" />}>
      <LazyPartsEditor {...props} />
    </Suspense>
  )
}

type StartListProps = {
  onFiles: (files: Array<AddedFile>) => void
  onTyped: (part: TypedPart) => void
}

/** The quiet line below the only part. */
export function StartList({ onFiles, onTyped }: StartListProps) {
  const [adding, setAdding] = useState<'link' | 'text'>()
  return (
    <>
      <AddLine onFiles={(files) => onFiles(selectedFiles(files))} onAdd={setAdding} />
      {adding && (
        <Suspense>
          <PartDialog kind={adding} onClose={() => setAdding(undefined)} onSave={onTyped} />
        </Suspense>
      )}
    </>
  )
}
