import { Download } from 'lucide-react'
import { exportAccount } from '../../../contract/settings.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** The server streams the file; the browser shows the download's progress. */
export function ExportDataSection() {
  return (
    <LinkButton variant="secondary" href={exportAccount.path} download className="justify-self-start">
      <Download aria-hidden />
      Download my data
    </LinkButton>
  )
}
