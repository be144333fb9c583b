import { EyeOff, FlaskConical, LogIn } from 'lucide-react'
import { useParams } from 'wouter'
import { startSignIn } from '../../../../contract/accounts.ts'
import { getContentForEditing } from '../../../../contract/content-editing.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { getTestPurchasePreview } from '../../../../contract/test-purchases.ts'
import { useApiQuery } from '../../../api/query.ts'
import { TestPurchaseBanner } from '../../../shared/test-purchase-banner.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { TipPageContent, TipPageLoadError, TipPageNotFound } from './tip-page.tsx'

/** The creator's own item or draft as a buyer sees it. A test purchase needs no card. */
export function TestPurchasePage() {
  const { id = '' } = useParams()
  const { data: content, error } = useApiQuery(getTestPurchasePreview, { params: { id } })

  if (content) {
    return (
      <div className="grid gap-5">
        <TestPurchaseBanner>
          You’re seeing your own item the way a buyer does. You won’t need a card, and this won’t count as a
          sale.
        </TestPurchaseBanner>
        <TipPageContent content={content} isTestPurchase />
      </div>
    )
  }
  if (error?.status === 401) return <SignInRequired id={id} />
  return error && error.status >= 500 ? <TipPageLoadError id={id} /> : <NotShown id={id} />
}

/** To its creator an item that was taken down says so, in place of its page. */
function NotShown({ id }: { id: string }) {
  const { data: own } = useApiQuery(getContentForEditing, { params: { id } })
  if (own === undefined || own.takedownReason === null) return <TipPageNotFound />
  const { title, takedownReason, itemCount } = own
  return (
    <PageNotice
      icon={<EyeOff aria-hidden />}
      title={`“${title}” was taken down`}
      description={`No one sees its page. The reason: ${takedownReason}`}
      actions={
        <>
          <LinkButton href="/feedback">Contact us</LinkButton>
          <LinkButton variant="secondary" href={itemCount === null ? `/edit/${id}` : `/bundles/${id}`}>
            Edit
          </LinkButton>
        </>
      }
    />
  )
}

function SignInRequired({ id }: { id: string }) {
  return (
    <PageNotice
      icon={<FlaskConical aria-hidden />}
      title="Sign in to see it as a buyer"
      description="A test purchase shows you what your buyers get. Only the item’s creator can make one."
      actions={
        <>
          <LinkButton href={buildUrl(startSignIn, { query: { returnTo: `/p/${id}?try` } })}>
            <LogIn aria-hidden />
            Sign In
          </LinkButton>
          <LinkButton variant="secondary" href={`/p/${id}`}>
            Back to item
          </LinkButton>
        </>
      }
    />
  )
}
