import { CloudAlert, LinkIcon } from 'lucide-react'
import { useLocation, useParams, useSearch } from 'wouter'
import { getRefundEligibility } from '../../../../contract/access.ts'
import { getFile, redirectToFile } from '../../../../contract/purchases.ts'
import { getTestPurchaseFile } from '../../../../contract/test-purchases.ts'
import type { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Island } from '../../../hydration/island.tsx'
import { AccessRevoked, ContactSupportLink, InvalidAccessLink } from '../../../shared/access-states.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { retryNoteIsland } from './retry-note.island.tsx'

export function FailedAccessFilePage() {
  const { token = '' } = useParams()
  const { error } = useApiQuery(redirectToFile, { params: { token } })
  return <FailedDownload error={error} token={token} />
}

/** Shown when a download by signed URL fails. The URL does not say whose purchase it is. */
export function FailedFilePage() {
  const { error } = useApiQuery(getFile, useSignedUrlInput())
  return <FailedDownload error={error} />
}

export function FailedTestFilePage() {
  const { error } = useApiQuery(getTestPurchaseFile, useSignedUrlInput())
  return <FailedDownload error={error} />
}

/** The input that the server used for its request, because the query key must be the same. */
function useSignedUrlInput() {
  const { orderNumber = '', part = '', fileName = '' } = useParams()
  return {
    params: { orderNumber, part, fileName },
    query: { as: 'attachment', expires: '', signature: '' },
  } as const
}

type FailedDownloadProps = { error: ApiError | null; token?: string }

function FailedDownload({ error, token }: FailedDownloadProps) {
  if (!error || error.status === 400 || error.userMessage === 'Purchase Not Found')
    return <InvalidAccessLink />
  if (error.code === 'expired') return <ExpiredDownloadLink />
  if (error.status === 403)
    return (
      <AccessRevoked
        reason={error.userMessage}
        token={token}
        canRequestRefund={error.code === 'access_revoked'}
      />
    )
  return <DownloadFailed error={error} token={token} />
}

function ExpiredDownloadLink() {
  return (
    <PageNotice
      icon={<LinkIcon aria-hidden />}
      title="This download link has expired"
      description="Download links last ten minutes. Open your access link to get a new one."
      actions={
        <>
          <LinkButton href="/lost-link">Lost your link?</LinkButton>
          <ContactSupportLink />
        </>
      }
    />
  )
}

function DownloadFailed({ error, token }: { error: ApiError; token: string | undefined }) {
  const isTemporary = error.status >= 500
  return (
    <PageNotice
      icon={<CloudAlert aria-hidden />}
      tone="danger"
      title="Download Failed"
      description={errorDescription(error)}
      actions={
        <>
          {isTemporary && <TryAgain />}
          {token && (
            <LinkButton variant="secondary" href={`/access/${token}`}>
              Back to purchase
            </LinkButton>
          )}
          {!isTemporary && token && <RefundLink token={token} />}
          {!isTemporary && <ContactSupportLink />}
        </>
      }
    >
      {isTemporary && <RetryNote />}
    </PageNotice>
  )
}

function errorDescription({ code, status, userMessage }: ApiError): string {
  if (code === 'store_unavailable') return 'Your purchase is safe. Try again in a minute.'
  if (status === 500) return 'There was an error downloading your file. Your purchase is safe.'
  return `There was an error downloading your file. ${userMessage}`
}

/** Without JavaScript, the browser reloads the page every 15 seconds. */
function RetryNote() {
  return (
    <>
      <Island island={retryNoteIsland} props={{}} hydrateOn="load" />
      <noscript>
        <meta httpEquiv="refresh" content="15" />
      </noscript>
    </>
  )
}

function TryAgain() {
  const [path] = useLocation()
  const search = useSearch()
  return <LinkButton href={search ? `${path}?${search}` : path}>Try Again</LinkButton>
}

function RefundLink({ token }: { token: string }) {
  const { data } = useApiQuery(getRefundEligibility, { params: { token } })
  if (data?.status !== 'available') return null
  return <LinkButton href={`/access/${token}/refund`}>Request a refund</LinkButton>
}
