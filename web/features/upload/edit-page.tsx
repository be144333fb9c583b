import { PackageOpen } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { type EditableContent, getOwnContent } from '../../../contract/editing.ts'
import { getInstance, type Instance } from '../../../contract/system.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { useRead, useViewer } from '../../api/hooks.ts'
import { SigningIn } from '../../api/signed-in.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { HeldNote } from '../../ui/held-note.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { PageSpinner } from '../../ui/spinner.tsx'
import { EditForm } from './edit-form.tsx'
import { forgetEdit, startOfEdit } from './edit-start.ts'
import { useMissedDrops } from './use-missed-drops.ts'

/** Changing an item, which only its creator may. */
export function EditPage() {
  const { id = '' } = useParams()
  const { data: viewer } = useViewer()
  const instance = useRead(getInstance)
  const item = useRead(getOwnContent, { params: { id }, enabled: viewer !== null })
  useMissedDrops()

  if (viewer === null || isSignedOut(item.error)) return <SigningIn />
  if (item.error && item.error.status < 500 && item.error.status !== 0) return <Missing />
  const error = item.error ?? instance.error
  const retry = item.error ? item.refetch : instance.refetch
  return (
    <div className="mx-auto grid max-w-[972px] gap-6 pt-2">
      <div className="grid justify-items-start gap-2">
        <BackLink href="/">Back to Dashboard</BackLink>
        <h1 className="text-2xl">Edit Content</h1>
      </div>
      {item.data?.heldReason && <HeldNote reason={item.data.heldReason} />}
      {viewer && instance.data && item.data && (
        <Edit key={item.data.version} who={viewer.id} item={item.data} instance={instance.data} />
      )}
      {error && <ErrorState title="This page did not load" text={error.sentence} retry={retry} />}
      {!error && !(instance.data && item.data) && <PageSpinner />}
    </div>
  )
}

type EditProps = { who: number; item: EditableContent; instance: Instance }

/** Undoing begins the form anew, as the item is. */
function Edit({ who, item, instance }: EditProps) {
  const [start, setStart] = useState(() => startOfEdit(who, item))
  const [round, setRound] = useState(0)
  function undo() {
    forgetEdit(item.id)
    setStart(startOfEdit(who, item))
    setRound(round + 1)
  }
  return <EditForm key={round} who={who} item={item} start={start} instance={instance} onUndo={undo} />
}

function Missing() {
  return (
    <PageNotice
      icon={<PackageOpen aria-hidden />}
      title="Content Not Found"
      text="It was deleted, or it is not yours to change."
      actions={<LinkButton href="/">Go to the dashboard</LinkButton>}
    />
  )
}
