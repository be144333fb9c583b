import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import {
  createBundle,
  getBundle,
  removeBundleCover,
  setBundleCover,
  updateBundle,
} from '../../../../contract/bundles.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { ApiError, request } from '../../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { withSignIn } from '../../../api/reauthentication.ts'
import { uploadFormData } from '../../../api/upload-form-data.ts'
import { ContentReviewNotice, ContentTakenDownNotice } from '../../../shared/content-notices.tsx'
import { LoadError } from '../../../shared/query-state.tsx'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { type BundleEdit, BundleForm, type CoverChange } from './bundle-form.tsx'

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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-2">
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
  const send = useApiMutation(createBundle)
  const [, navigate] = useLocation()
  const cover = useCover()
  if (!instance.data)
    return instance.error ? <LoadError query={instance} subject="This page" /> : <PageSpinner />

  async function create(body: BundleEdit, change: CoverChange) {
    const { id, status, tipAddress } = await send.mutateAsync({ body })
    if (!(await cover.save(id, change))) return navigate(`/bundles/${id}`)
    toast({ title: status === 'published' ? 'Your bundle is live' : 'Draft saved' })
    location.assign(status === 'published' ? tipAddress : '/')
  }
  return (
    <BundleForm
      currency={instance.data.currency}
      isSaving={send.isPending || cover.isSaving}
      error={send.error}
      onSubmit={(body, change) => void create(body, change).catch(ignoreShown)}
    />
  )
}

function EditBundle() {
  const { id = '' } = useParams()
  const instance = useApiQuery(getInstance)
  const bundle = useApiQuery(getBundle, { params: { id } })
  const send = useApiMutation(updateBundle)
  const cover = useCover()
  const { data } = bundle
  if (!instance.data || !data)
    return bundle.error ? <LoadError query={bundle} subject="This bundle" /> : <PageSpinner />
  const { version } = data

  async function save(body: BundleEdit, change: CoverChange) {
    await send.mutateAsync({ params: { id }, body: { ...body, version } })
    if (!(await cover.save(Number(id), change))) return void bundle.refetch()
    toast({ title: 'Saved' })
    location.assign('/')
  }
  return (
    <>
      {data.takedownReason && <ContentTakenDownNotice reason={data.takedownReason} />}
      {data.review && <ContentReviewNotice review={data.review} />}
      <BundleForm
        bundle={data}
        currency={instance.data.currency}
        isSaving={send.isPending || cover.isSaving}
        error={send.error}
        onSubmit={(body, change) => void save(body, change).catch(ignoreShown)}
      />
    </>
  )
}

/** The form shows the error of a bundle that was not saved. */
function ignoreShown(): void {}

/** Saves the cover of a bundle that is stored. False when that failed: the rest is saved, and a message says so. */
function useCover() {
  const [isSaving, setIsSaving] = useState(false)

  async function save(id: number, change: CoverChange): Promise<boolean> {
    if (change === undefined) return true
    setIsSaving(true)
    try {
      await withSignIn(async () => {
        if (change === null) return request(removeBundleCover, { params: { id } })
        const form = new FormData()
        form.append('previewImage', change)
        return uploadFormData(setBundleCover, form, { params: { id } })
      })
      return true
    } catch (error) {
      const description = error instanceof ApiError ? error.userMessage : 'Please try again.'
      toast({ title: 'Saved, but not its cover', description, tone: 'destructive' })
      return false
    } finally {
      setIsSaving(false)
    }
  }
  return { save, isSaving }
}
