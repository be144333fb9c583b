import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { startSignIn } from '../../../contract/accounts.ts'
import { limits } from '../../../contract/limits.ts'
import { decimal } from '../../../contract/money.ts'
import { urlOf } from '../../../contract/route.ts'
import { getInstance } from '../../../contract/system.ts'
import { useRead, useViewer } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { FeatureList } from '../../ui/feature-list.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { proFeatures } from '../../ui/pro-features.ts'
import { features, questions } from './pricing-words.ts'

export function PricingPage() {
  return (
    <div className="mx-auto grid max-w-[920px] gap-16 pt-8 sm:pt-12">
      <div className="grid justify-items-center gap-4 text-center">
        <h1 className="text-[clamp(2rem,1.4rem+3vw,3.25rem)]">Free until you sell</h1>
        <p className="max-w-[32em] text-ink-soft text-lg">
          One plan for every creator, free forever. Pro is there for when you sell a lot.
        </p>
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <CreatorPlan />
        <ProPlan />
      </div>
      <Questions />
      <Card className="flex flex-wrap items-center justify-between gap-4 p-6">
        <div>
          <h2 className="text-xl">Something else on your mind?</h2>
          <p className="text-ink-soft">Write to us. A person reads every message.</p>
        </div>
        <LinkButton variant="ghost" href="/feedback">
          Contact Support
        </LinkButton>
      </Card>
    </div>
  )
}

function CreatorPlan() {
  const { data: viewer } = useViewer()
  const start = viewer ? '/upload' : urlOf(startSignIn, { query: { returnTo: '/upload' } })
  return (
    <Plan
      raised
      name="Creator Plan"
      price="FREE"
      per="forever"
      deal="20% platform fee · you keep 80%"
      features={features}
    >
      <LinkButton size="lg" block href={start}>
        Get Started
      </LinkButton>
      {!viewer && (
        <LinkButton variant="ghost" block href={startSignIn.path}>
          Sign In
        </LinkButton>
      )}
    </Plan>
  )
}

function ProPlan() {
  const { data: viewer } = useViewer()
  const currency = useRead(getInstance).data?.currency ?? 'USD'
  const price = formatMoney(decimal(limits.proMonthlyPrice, currency), currency).replace(/\.00$/, '')
  return (
    <Plan
      name="Pro"
      price={price}
      per="per month, cancel anytime"
      deal="Zero commission · you keep 100%"
      features={proFeatures}
    >
      {viewer?.plan === 'pro' ? (
        <LinkButton size="lg" variant="ghost" block href="/settings#plan">
          See your plan
        </LinkButton>
      ) : (
        <LinkButton size="lg" variant="dark" block href="/subscribe">
          Go Pro
        </LinkButton>
      )}
    </Plan>
  )
}

type PlanProps = {
  name: string
  price: string
  per: string
  deal: string
  features: ReadonlyArray<{ title: string; text: string }>
  raised?: boolean
  /** The ways in. */
  children: ReactNode
}

/** One plan: its price, the ways in, and what it brings. Beside each other the lists begin at the same height. */
function Plan({ name, price, per, deal, features: brings, raised, children }: PlanProps) {
  return (
    <Card raised={raised} className="grid gap-6 p-6 sm:p-8 md:row-span-3 md:grid-rows-subgrid">
      <div className="grid content-start gap-3">
        <h2 className="text-xl">{name}</h2>
        <p className="font-[650] font-display text-4xl leading-none tracking-[-0.03em]">{price}</p>
        <p className="text-ink-soft text-lg">{per}</p>
        <p>
          <Badge tone="warm">{deal}</Badge>
        </p>
      </div>
      <div className="grid content-start gap-3">{children}</div>
      <div className="border-line border-t pt-6">
        <FeatureList features={brings} />
      </div>
    </Card>
  )
}

function Questions() {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq" className="mb-4 text-2xl">
        Frequently Asked Questions
      </h2>
      <div className="border-line border-b">
        {questions.map(({ question, answer }) => (
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
