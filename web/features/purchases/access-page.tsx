import { CloudAlert, SearchX } from 'lucide-react'
import { useParams } from 'wouter'
import { getAccess } from '../../../contract/purchases.ts'
import { useRead } from '../../api/hooks.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { ClosedPurchase } from './closed-purchase.tsx'
import { UnlockedView } from './unlocked-view.tsx'

/** The buyer's own page, for good. It ships no React; access-island.ts adds copying to it. */
export function AccessPage() {
  const { token = '' } = useParams()
  const { data, error } = useRead(getAccess, { params: { token } })

  if (data) return <UnlockedView unlocked={data} title="Your purchase" />
  if (error?.status === 403)
    return <ClosedPurchase text={error.sentence} token={token} mayAskBack={error.code === 'closed'} />
  return error && error.status >= 500 ? <Unreachable token={token} /> : <Unknown />
}

function Unknown() {
  return (
    <PageNotice
      icon={<SearchX aria-hidden />}
      tone="danger"
      title="Purchase Not Found"
      text="There is no purchase behind this link. Check that it is whole: links in e-mails are sometimes broken in two lines."
      actions={
        <>
          <LinkButton href="/lost-link">Lost your link?</LinkButton>
          <LinkButton variant="ghost" href="/feedback">
            Write to us
          </LinkButton>
        </>
      }
    />
  )
}

function Unreachable({ token }: { token: string }) {
  return (
    <PageNotice
      icon={<CloudAlert aria-hidden />}
      tone="danger"
      title="We could not load this page"
      text="Something went wrong on our side; your purchase is safe. Please try again in a moment."
      actions={<LinkButton href={`/access/${token}`}>Try Again</LinkButton>}
    />
  )
}
