import { Download } from 'lucide-react'
import { exportAccount } from '../../../contract/settings.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** The file is made while it comes: the browser shows how far it is. */
export function ExportDataSection() {
  return (
    <LinkButton variant="secondary" href={exportAccount.path} download className="justify-self-start">
      <Download aria-hidden />
      Download my data
    </LinkButton>
  )
}
