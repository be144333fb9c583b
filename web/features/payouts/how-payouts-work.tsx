import { Section } from '../../ui/section.tsx'

const steps = [
  {
    title: 'You sell',
    text: 'Every sale adds your share to your balance at once: 80% of it, all of it on Pro.',
  },
  {
    title: 'Your balance reaches $25',
    text: 'That is the minimum payout. Until then it waits and adds up; nothing is lost between months.',
  },
  {
    title: 'We pay you',
    text: 'Payouts are processed manually in 1-2 business days. To a connected bank account, most arrive within 2-3 business days.',
  },
  {
    title: 'You see every cent',
    text: 'Each payout has a statement with the sales behind it, as CSV and PDF. Should one come back, the money is in your balance again.',
  },
]

export function HowPayoutsWork() {
  return (
    <Section id="how-payouts-work" title="How Payouts Work">
      <ol className="m-0 grid list-none gap-4 p-0 sm:grid-cols-2">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand text-sm"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
