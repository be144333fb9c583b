import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { type ContentForEditing, getContentForEditing } from '../../../../../contract/content-editing.ts'
import { getInstance, type Instance } from '../../../../../contract/instance.ts'
import { isUnauthorized } from '../../../../api/client.ts'
import { useApiQuery, useCurrentUser } from '../../../../api/query.ts'
import { ContentReviewNotice, ContentTakenDownNotice } from '../../../../shared/content-notices.tsx'
import { LoadError } from '../../../../shared/query-state.tsx'
import { RedirectToSignIn } from '../../../../shared/require-auth.tsx'
import { usePreventWindowDrop } from '../../../../shared/use-prevent-window-drop.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { PageNotice } from '../../../../ui/page-notice.tsx'
import { PageSpinner } from '../../../../ui/spinner.tsx'
import { BackLink } from '../../../../ui/text-link.tsx'
import { clearEditDraft, loadInitialEdit } from './drafts.ts'
import { EditForm } from './edit-form.tsx'

export function EditPage() {
  const { id = '' } = useParams()
  const { data: viewer } = useCurrentUser()
  const instance = useApiQuery(getInstance)
  const item = useApiQuery(getContentForEditing, { params: { id }, enabled: viewer !== null })
  usePreventWindowDrop()

  if (viewer === null || isUnauthorized(item.error)) return <RedirectToSignIn />
  if (item.error && item.error.status < 500 && item.error.status !== 0) return <ContentNotEditable />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-2">
      <div className="grid justify-items-start gap-2">
        <BackLink href="/">Back to Dashboard</BackLink>
        <h1 className="text-2xl">Edit item</h1>
      </div>
      {item.data?.takedownReason && <ContentTakenDownNotice reason={item.data.takedownReason} />}
      {item.data?.review && <ContentReviewNotice review={item.data.review} />}
      {viewer && instance.data && item.data && (
        <EditWithDraft key={item.data.version} userId={viewer.id} item={item.data} instance={instance.data} />
      )}
      <LoadError query={item.error ? item : instance} subject="This page" />
      {!item.error && !instance.error && !(instance.data && item.data) && <PageSpinner />}
    </div>
  )
}

type EditWithDraftProps = { userId: number; item: ContentForEditing; instance: Instance }

/** Discarding remounts the form with the item's values. */
function EditWithDraft({ userId, item, instance }: EditWithDraftProps) {
  const [start, setStart] = useState(() => loadInitialEdit(userId, item))
  const [formKey, setFormKey] = useState(0)
  function discardDraft() {
    clearEditDraft(item.id)
    setStart(loadInitialEdit(userId, item))
    setFormKey(formKey + 1)
  }
  return (
    <EditForm
      key={formKey}
      userId={userId}
      item={item}
      initial={start}
      instance={instance}
      onDiscard={discardDraft}
    />
  )
}

function ContentNotEditable() {
  return (
    <PageNotice
      icon={<PackageOpen aria-hidden />}
      title="Content Not Found"
      description="This item was deleted, or it belongs to another account."
      actions={<LinkButton href="/">Go to dashboard</LinkButton>}
    />
  )
}
