import { useParams } from 'wouter'
import { createBundle, getBundle, updateBundle } from '../../../../contract/bundles.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { LoadError } from '../../../shared/query-state.tsx'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { BundleForm } from './bundle-form.tsx'

/** A new bundle. */
export function NewBundlePage() {
  return (
    <RequireAuth>
      {() => (
        <BundleLayout title="New bundle">
          <NewBundle />
        </BundleLayout>
      )}
    </RequireAuth>
  )
}

/** A bundle that is edited. */
export function EditBundlePage() {
  return (
    <RequireAuth>
      {() => (
        <BundleLayout title="Edit bundle">
          <EditBundle />
        </BundleLayout>
      )}
    </RequireAuth>
  )
}

function BundleLayout({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="mx-auto grid max-w-[972px] grid-cols-[minmax(0,1fr)] gap-6 pt-2">
      <div className="grid justify-items-start gap-2">
        <BackLink href="/">Back to Dashboard</BackLink>
        <h1 className="text-2xl">{title}</h1>
      </div>
      {children}
    </div>
  )
}

function NewBundle() {
  const instance = useApiQuery(getInstance)
  const send = useApiMutation(createBundle, {
    onSuccess: ({ id, status }) => {
      toast({ title: status === 'published' ? 'Your bundle is live' : 'Draft saved' })
      location.assign(status === 'published' ? `/p/${id}` : '/')
    },
  })
  if (!instance.data)
    return instance.error ? <LoadError query={instance} subject="This page" /> : <PageSpinner />
  return (
    <BundleForm
      currency={instance.data.currency}
      isSaving={send.isPending}
      error={send.error}
      onSubmit={(body) => send.mutate({ body })}
    />
  )
}

function EditBundle() {
  const { id = '' } = useParams()
  const instance = useApiQuery(getInstance)
  const bundle = useApiQuery(getBundle, { params: { id } })
  const send = useApiMutation(updateBundle, {
    onSuccess: () => {
      toast({ title: 'Saved' })
      location.assign('/')
    },
  })
  if (!instance.data || !bundle.data)
    return bundle.error ? <LoadError query={bundle} subject="This bundle" /> : <PageSpinner />
  const { version } = bundle.data
  return (
    <BundleForm
      bundle={bundle.data}
      currency={instance.data.currency}
      isSaving={send.isPending}
      error={send.error}
      onSubmit={(body) => send.mutate({ params: { id }, body: { ...body, version } })}
    />
  )
}
