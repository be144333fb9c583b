import { PageSpinner } from '../../../ui/spinner.tsx'

/** The document inside the sandboxed frame. pdf-reader-script.ts mounts the reader in it. */
export function PdfReaderPage() {
  return (
    <div id="pdf-reader" className="h-dvh">
      <PageSpinner />
    </div>
  )
}
