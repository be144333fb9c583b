import { Files } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { getInstance } from '../../../../../contract/instance.ts'
import { getAccount } from '../../../../../contract/settings.ts'
import { cancelUploads } from '../../../../api/lazy-upload.ts'
import { useApiQuery, useCurrentUser } from '../../../../api/query.ts'
import { LoadError } from '../../../../shared/query-state.tsx'
import { RequireAuth } from '../../../../shared/require-auth.tsx'
import { unsavedDraftNouns, unsavedDraftPart } from '../../../../shared/unsaved-draft-nouns.ts'
import { usePreventWindowDrop } from '../../../../shared/use-prevent-window-drop.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { PageSpinner } from '../../../../ui/spinner.tsx'
import { BackLink } from '../../../../ui/text-link.tsx'
import { clearDraft, type InitialUpload, loadInitialUpload } from './drafts.ts'
import { accountDefaults } from './form-values.ts'
import { UploadForm } from './upload-form.tsx'

/** Creating an item requires signing in (spec.md section 6). */
export function UploadPage() {
  return <RequireAuth>{({ id }) => <UploadEditor userId={id} />}</RequireAuth>
}

function UploadEditor({ userId }: { userId: number }) {
  const instance = useApiQuery(getInstance)
  const account = useApiQuery(getAccount)
  const [initial, setInitial] = useState<InitialUpload>()
  const unsaved = unsavedDraftPart(`?${useSearch()}`)
  usePreventWindowDrop()

  // Loads the draft from before sign-in, which can be read once.
  useEffect(() => {
    if (!account.isPending)
      void loadInitialUpload(userId, accountDefaults(account.data), unsaved).then(setInitial)
  }, [userId, account.isPending, account.data, unsaved])
  async function startOver() {
    const { partialUpload } = initial ?? {}
    setInitial(undefined)
    if (partialUpload) cancelUploads(partialUpload.uploadId)
    await clearDraft()
    setInitial(await loadInitialUpload(userId, accountDefaults(account.data)))
  }

  const heading = <h1 className="text-2xl">Upload New Content</h1>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-2">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <BackLink href="/">Back to Dashboard</BackLink>
        <div className="-mr-3 flex flex-wrap max-sm:mr-0 max-sm:-ml-3">
          <LinkButton variant="tertiary" size="sm" href="/bundles/new">
            New bundle
          </LinkButton>
          <BulkUploadLink />
        </div>
      </div>
      {unsaved && (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-2.5 text-warn">
          Your browser couldn’t keep {unsavedDraftNouns[unsaved]}. Please add it again.
        </p>
      )}
      {instance.data && initial && (
        <UploadForm
          userId={userId}
          initial={initial}
          instance={instance.data}
          heading={heading}
          onStartOver={startOver}
        />
      )}
      <LoadError query={instance} subject="This page" />
      {!(instance.data && initial) && heading}
      {!instance.error && !(instance.data && initial) && <PageSpinner />}
    </div>
  )
}

/** A link to the bulk upload; without Pro that page explains the plan. */
function BulkUploadLink() {
  const isPro = useCurrentUser().data?.plan === 'pro'
  return (
    <LinkButton variant="tertiary" size="sm" href="/upload/many">
      <Files aria-hidden />
      Bulk upload
      {!isPro && <Badge tone="warm">Pro</Badge>}
    </LinkButton>
  )
}
