import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportAccount } from '../../../contract/settings.ts'
import { userMessage } from '../../api/api-error.ts'
import { downloadFile } from '../../api/download.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** The server streams the file after a recent sign-in; the browser shows the download's progress. */
export function ExportDataSection() {
  const [error, setError] = useState<string>()
  return (
    <div className="grid gap-3">
      <LinkButton
        variant="secondary"
        href={exportAccount.path}
        download
        onClick={(event) => {
          event.preventDefault()
          setError(undefined)
          downloadFile(exportAccount.path).catch((failure: unknown) => setError(userMessage(failure)))
        }}
        className="justify-self-start"
      >
        <Download aria-hidden />
        Download my data
      </LinkButton>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
