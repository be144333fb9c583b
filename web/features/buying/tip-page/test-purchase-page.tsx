import { FlaskConical, LogIn } from 'lucide-react'
import { useParams } from 'wouter'
import { startSignIn } from '../../../../contract/accounts.ts'
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
  return error && error.status >= 500 ? <TipPageLoadError id={id} /> : <TipPageNotFound />
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
