import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { startSignIn } from '../../../../contract/accounts.ts'
import { getInstance, type Instance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { guaranteeText } from '../../../../contract/refunds.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { afterTax, site } from '../../../../contract/site.ts'
import { breakEvenSales, platformFee } from '../../../../domain/fees.ts'
import { withoutZeroDecimals } from '../../../../domain/payout.ts'
import { useApiQuery, useCurrentUser } from '../../../api/query.ts'
import { feeShares } from '../../../shared/fee-shares.ts'
import { proFeatures, proNotSold } from '../../../shared/pro.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FeatureList } from '../../../ui/feature-list.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { creatorPlan, formatMinorUnits, proPlan } from './plan-prices.ts'
import { WhereEachDollarGoes } from './where-each-dollar-goes.tsx'

export function PricingPage() {
  const { data: instance } = useApiQuery(getInstance)
  return (
    <div className="mx-auto grid max-w-[920px] grid-cols-[minmax(0,1fr)] gap-16 pt-8 sm:pt-12">
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4 text-center">
        <h1 className="text-[clamp(2rem,1.4rem+3vw,3.25rem)]">Free until you sell</h1>
        <p className="max-w-[32em] text-ink-soft text-lg">Start free. Upgrade when it pays for itself.</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-2">
        <CreatorPlan feeBasisPoints={instance?.feeBasisPoints} />
        {instance && <ProPlan instance={instance} />}
      </div>
      {instance && <WhereEachDollarGoes instance={instance} />}
      <Faq instance={instance} />
      <Card padding="none" className="flex flex-wrap items-center justify-between gap-4 p-6">
        <div>
          <h2 className="text-xl">Still have questions?</h2>
          <p className="text-ink-soft">Send us a message. A real person reads every one.</p>
        </div>
        <LinkButton variant="secondary" href="/feedback">
          Contact Support
        </LinkButton>
      </Card>
    </div>
  )
}

function CreatorPlan({ feeBasisPoints }: { feeBasisPoints: number | undefined }) {
  const { fee, kept } = feeShares(feeBasisPoints)
  const { data: viewer } = useCurrentUser()
  const start = viewer ? '/upload' : buildUrl(startSignIn, { query: { returnTo: '/upload' } })
  return (
    <PlanCard
      isRaised
      name="Creator Plan"
      price="FREE"
      billingPeriod="forever"
      feeSummary={`${fee} platform fee · you keep ${kept}${afterTax()}`}
      features={creatorPlanFeatures}
    >
      <LinkButton size="lg" fullWidth href={start}>
        Get Started
      </LinkButton>
      {!viewer && (
        <LinkButton variant="secondary" fullWidth href={startSignIn.path}>
          Sign In
        </LinkButton>
      )}
    </PlanCard>
  )
}

function ProPlan({ instance }: { instance: Instance }) {
  const { data: viewer } = useCurrentUser()
  const { currency } = instance
  const pro = proPlan(instance)
  const seePlan = (
    <LinkButton size="lg" variant="secondary" fullWidth href="/settings/plan">
      See your plan
    </LinkButton>
  )
  if (!pro)
    return (
      <PlanCard
        name="Pro"
        price="Not now"
        billingPeriod={proNotSold}
        feeSummary={`Zero commission · you keep 100%${afterTax()}`}
        features={proFeatures}
      >
        {viewer?.plan === 'pro' && seePlan}
      </PlanCard>
    )
  const price = withoutZeroDecimals(formatMinorUnits(pro.monthlyAmount, currency), currency)
  return (
    <PlanCard
      name="Pro"
      price={price}
      billingPeriod="per month, cancel anytime"
      feeSummary={`Zero commission · you keep 100%${afterTax()}`}
      features={proFeatures}
    >
      {viewer?.plan === 'pro' ? (
        seePlan
      ) : (
        <LinkButton size="lg" variant="inverse" fullWidth href="/subscribe">
          Go Pro
        </LinkButton>
      )}
    </PlanCard>
  )
}

type PlanCardProps = {
  name: string
  price: string
  billingPeriod: string
  feeSummary: string
  features: ReadonlyArray<{ title: string; description: string }>
  isRaised?: boolean
  children: ReactNode
}

/** A plan: its price, buttons and features. Side by side, the feature lists start at the same height. */
function PlanCard({ name, price, billingPeriod, feeSummary, features, isRaised, children }: PlanCardProps) {
  return (
    <Card
      padding="none"
      className={clsx('grid gap-6 p-6 sm:p-8 md:row-span-3 md:grid-rows-subgrid', isRaised && 'border-brand')}
    >
      <div className="grid content-start gap-3">
        <h2 className="text-xl">{name}</h2>
        <p className="font-[650] font-display text-4xl leading-none tracking-[-0.03em]">{price}</p>
        <p className="text-ink-soft text-lg">{billingPeriod}</p>
        <p>
          <Badge tone="warm">{feeSummary}</Badge>
        </p>
      </div>
      <div className="grid content-start gap-3">{children}</div>
      <div className="border-line border-t pt-6">
        <FeatureList features={features} />
      </div>
    </Card>
  )
}

function Faq({ instance }: { instance: Instance | undefined }) {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq" className="mb-4 text-2xl">
        Frequently asked questions
      </h2>
      <div className="border-line border-b">
        {faqsFor(instance).map(({ question, answer }) => (
          <details key={question} className="group border-line border-t">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold text-lg">
              {question}
              <ChevronDown
                aria-hidden
                className="moves size-5 shrink-0 text-ink-soft group-open:rotate-180"
              />
            </summary>
            <p className="max-w-[42em] pb-5 text-ink-soft">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

const creatorPlanFeatures = [
  { title: 'Unlimited uploads', description: 'Files up to 5 GB, links and text.' },
  { title: 'Any price', description: 'From $1 to $1000+. Change it anytime.' },
  { title: 'Pay-what-you-want', description: 'Set a minimum and let fans pay more if they want to.' },
  { title: 'Analytics', description: 'Views, tips and earnings for every item.' },
  {
    title: 'Secure payments',
    description: 'Card details go straight to the card provider and never touch our servers.',
  },
  { title: 'Multiple payout methods', description: 'PayPal, Wise, bank transfer, Zelle, Venmo or Cash App.' },
  { title: 'Email support', description: 'Real people answer.' },
  {
    title: 'Social sharing optimization',
    description: 'Shared links show a preview card with your cover and title.',
  },
]

type Terms = Pick<Instance, 'refundPolicy' | 'feeBasisPoints' | 'currency' | 'minPayoutAmount' | 'proPrice'>
const defaultTerms: Terms = {
  refundPolicy: 'review',
  feeBasisPoints: limits.feeBasisPoints.creator,
  currency: 'USD',
  minPayoutAmount: '25.00',
  proPrice: null,
}

function faqsFor(terms: Terms = defaultTerms) {
  const { refundPolicy, feeBasisPoints, currency, minPayoutAmount } = terms
  const guarantee = guaranteeText(refundPolicy)
  const { fee, kept } = feeShares(feeBasisPoints)
  const pro = proPlan(terms)
  const breakEven = pro && breakEvenSales(creatorPlan(feeBasisPoints), pro)
  const { taxName } = site()
  return [
    {
      question: 'What does it cost?',
      answer: `It’s free to join, with no monthly fee. ${taxName ? `The ${taxName} in a price is set aside first. Of the rest,` : 'When you make a sale,'} we keep ${fee} and you keep ${kept}: ${formatMinorUnits(1000 - platformFee(1000, feeBasisPoints), currency)} of a ${formatMinorUnits(1000, currency)} sale${taxName ? ` after ${taxName}` : ''}. The processing fee is ${formatMinorUnits(0, currency)}.`,
    },
    ...(!pro || breakEven === undefined
      ? []
      : [
          {
            question: 'When is Pro worth it?',
            answer: `Once you sell about ${formatMinorUnits(breakEven, currency)} a month${afterTax()}: ${feeBasisPoints / 100}% of that is ${formatMinorUnits(pro.monthlyAmount, currency)}, the price of Pro. Above that, Pro pays for itself, and you get its tools too.`,
          },
        ]),
    {
      question: 'Can I cancel Pro?',
      answer:
        'Cancel anytime. You keep Pro until the end of the month you’ve paid for. After that you’re back on the Creator Plan, and your items, buyers and earnings stay just as they are. Within 14 days of your first payment you can cancel and get your money back instead.',
    },
    {
      question: 'When do I get paid?',
      answer: `Once ${formatMoney(minPayoutAmount, currency)} is ready for payout. We process payouts manually within 1-2 business days. With a connected bank account, most arrive within 2-3 business days.`,
    },
    {
      question: 'Do my buyers need an account?',
      answer:
        'No. They open your link, pay by card and get it right away. We also email them an access link that doesn’t expire.',
    },
    {
      question: 'What can I sell?',
      answer:
        'Anything you own the rights to: any type of file up to 5 GB, a link or text. Set a fixed price, or set a minimum and let fans pay what they want. Put up to 100 parts in one item, such as an album with its booklet. Sell several items as a bundle, limit the copies, or give something away for free.',
    },
    {
      question: 'Can I offer discounts?',
      answer:
        'Yes. Make a code for a percentage or an amount off, for all items or for some, with a last day and a number of uses if you want. Share it as a link, and your fans see the lower price right away. We take our fee only from what they pay.',
    },
    {
      question: 'What if a buyer isn’t happy?',
      answer: `Every purchase has a ${guarantee.short}. ${guarantee.conditions} When a sale is refunded, we return our fee too.`,
    },
  ]
}
