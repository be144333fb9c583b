import { FlaskConical, LogIn } from 'lucide-react'
import { useParams } from 'wouter'
import { buildUrl } from '../../../contract/route.ts'
import { getTestPurchase, startSignIn } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { TestPurchaseBanner } from '../../shared/test-purchase-banner.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { TipPageContent, TipPageLoadError, TipPageNotFound } from './tip-page.tsx'

/** The creator's own item, also a draft, as a buyer sees it; a test purchase needs no card. */
export function TestPurchasePage() {
  const { id = '' } = useParams()
  const { data: content, error } = useApiQuery(getTestPurchase, { params: { id } })

  if (content) {
    return (
      <div className="grid gap-5">
        <TestPurchaseBanner>
          You see your own item as a buyer does. No card is asked for, and nothing is counted.
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
      title="Sign in to try your own item"
      description="A test purchase shows a creator what a buyer gets. It is for the one who made the item."
      actions={
        <>
          <LinkButton href={buildUrl(startSignIn, { query: { returnTo: `/p/${id}?try` } })}>
            <LogIn aria-hidden />
            Sign In
          </LinkButton>
          <LinkButton variant="secondary" href={`/p/${id}`}>
            Back to the item
          </LinkButton>
        </>
      }
    />
  )
}
