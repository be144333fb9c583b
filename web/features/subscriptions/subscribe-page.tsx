import { Sparkles } from 'lucide-react'
import type { User } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/instance.ts'
import { limits } from '../../../contract/limits.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { proFeatures } from '../../shared/pro-features.ts'
import { RequireAuth } from '../../shared/require-auth.tsx'
import { redirectToSignIn } from '../../shared/session-expired.ts'
import { Card } from '../../ui/card.tsx'
import { FeatureList } from '../../ui/feature-list.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { PageNotice } from '../../ui/page-notice.tsx'
import { SubscriptionPayment } from './subscription-payment.tsx'

export function SubscribePage() {
  return (
    <RequireAuth onUnauthenticated={redirectToSignIn}>
      {(viewer) => (viewer.plan === 'pro' ? <AlreadyPro /> : <Upgrade viewer={viewer} />)}
    </RequireAuth>
  )
}

function Upgrade({ viewer }: { viewer: User }) {
  const currency = useApiQuery(getInstance).data?.currency ?? 'USD'
  return (
    <div className="grid gap-8 pt-5 sm:pt-8">
      <div className="grid gap-2">
        <h1 className="text-2xl sm:text-3xl">Keep every cent with Pro</h1>
        <p className="max-w-[36em] text-ink-soft text-lg">
          Zero commission, plus tools for creators who sell a lot.
        </p>
      </div>
      <div className="grid items-start gap-6 md:grid-cols-[1fr_1.05fr] md:gap-8">
        <Card padding="none" className="grid gap-6 p-6 sm:p-7">
          <div>
            <h2 className="sr-only">Pro price and features</h2>
            <p className="font-[650] font-display text-4xl leading-none tracking-[-0.03em]">
              {formatMoney(formatDecimal(limits.proMonthlyPriceAmount, currency), currency)}
            </p>
            <p className="mt-1 text-ink-soft">per month, cancel anytime</p>
          </div>
          <FeatureList features={proFeatures} />
        </Card>
        <Card elevated padding="none" className="grid gap-[18px] p-6 sm:p-7">
          <h2 className="text-xl">Payment Details</h2>
          <SubscriptionPayment viewer={viewer} />
        </Card>
      </div>
    </div>
  )
}

function AlreadyPro() {
  return (
    <PageNotice
      icon={<Sparkles aria-hidden />}
      title="You’re on Pro"
      description="You keep 100% of every sale. You can find your plan, invoices and cancellation in Settings."
      actions={
        <>
          <LinkButton href="/settings/plan">See your plan</LinkButton>
          <LinkButton variant="secondary" href="/dashboard">
            Go to dashboard
          </LinkButton>
        </>
      }
    />
  )
}
