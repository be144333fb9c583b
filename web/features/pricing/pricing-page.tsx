import { Check, ChevronDown } from 'lucide-react'
import { startSignIn } from '../../../contract/accounts.ts'
import { urlOf } from '../../../contract/route.ts'
import { useViewer } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { features, questions } from './pricing-words.ts'

export function PricingPage() {
  return (
    <div className="mx-auto grid max-w-[920px] gap-16 pt-8 sm:pt-12">
      <div className="grid justify-items-center gap-4 text-center">
        <h1 className="text-[clamp(2rem,1.4rem+3vw,3.25rem)]">Free until you sell</h1>
        <p className="max-w-[32em] text-ink-soft text-lg">
          One plan for every creator. We earn only when you do.
        </p>
      </div>
      <Plan />
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

function Plan() {
  const { data: viewer } = useViewer()
  const start = viewer ? '/upload' : urlOf(startSignIn, { query: { returnTo: '/upload' } })
  return (
    <Card raised className="grid gap-8 p-6 sm:p-9 md:grid-cols-[1fr_1.15fr] md:gap-12">
      <div className="grid content-start gap-4">
        <h2 className="text-xl">Creator Plan</h2>
        <p className="font-[650] font-display text-4xl leading-none tracking-[-0.03em]">FREE</p>
        <p className="text-ink-soft text-lg">forever</p>
        <p>
          <Badge tone="warm">20% platform fee · you keep 80%</Badge>
        </p>
        <div className="mt-2 grid gap-3">
          <LinkButton size="lg" block href={start}>
            Get Started
          </LinkButton>
          {!viewer && (
            <LinkButton variant="ghost" block href={startSignIn.path}>
              Sign In
            </LinkButton>
          )}
        </div>
      </div>
      <ul className="grid content-start gap-3 border-line max-md:border-t max-md:pt-7 md:border-l md:pl-12">
        {features.map(({ title, text }) => (
          <li key={title} className="flex gap-3">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-ink-faint text-sm">{text}</span>
            </span>
          </li>
        ))}
      </ul>
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
