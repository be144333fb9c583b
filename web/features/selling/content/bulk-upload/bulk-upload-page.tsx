import { Files } from 'lucide-react'
import { getInstance } from '../../../../../contract/instance.ts'
import { getAccount } from '../../../../../contract/settings.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { UpgradePage } from '../../../../shared/pro.tsx'
import { LoadError } from '../../../../shared/query-state.tsx'
import { RequireAuth } from '../../../../shared/require-auth.tsx'
import { usePreventWindowDrop } from '../../../../shared/use-prevent-window-drop.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { PageSpinner } from '../../../../ui/spinner.tsx'
import { BackLink } from '../../../../ui/text-link.tsx'
import { accountDefaults } from '../editor/form-values.ts'
import { BulkUploadForm } from './bulk-upload-form.tsx'

export function BulkUploadPage() {
  return (
    <RequireAuth>
      {({ id, plan }) => (plan === 'pro' ? <BulkUpload userId={id} /> : <BulkUploadUpgrade />)}
    </RequireAuth>
  )
}

function BulkUpload({ userId }: { userId: number }) {
  const instance = useApiQuery(getInstance)
  const account = useApiQuery(getAccount)
  usePreventWindowDrop()
  return (
    <div className="mx-auto grid max-w-[1080px] gap-6 pt-2">
      <div className="grid justify-items-start gap-2">
        <BackLink href="/upload">Upload a single file</BackLink>
        <h1 className="text-2xl">Bulk upload</h1>
      </div>
      {instance.data && !account.isPending && (
        <BulkUploadForm userId={userId} instance={instance.data} defaults={accountDefaults(account.data)} />
      )}
      <LoadError query={instance} subject="This page" />
      {!instance.error && !(instance.data && !account.isPending) && <PageSpinner />}
    </div>
  )
}

function BulkUploadUpgrade() {
  return (
    <UpgradePage
      icon={<Files aria-hidden />}
      title="Bulk upload is part of Pro"
      description="Upload many files at once: set the price and details once, give each file a title, and get a tip link for each."
      secondaryAction={
        <LinkButton variant="secondary" href="/upload">
          Upload a single file
        </LinkButton>
      }
    />
  )
}
