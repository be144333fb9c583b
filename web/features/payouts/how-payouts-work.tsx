import { Section } from '../../ui/section.tsx'

const steps = [
  {
    title: 'You make a sale',
    text: 'Your share goes straight to your balance: 80% of each sale, or 100% on Pro.',
  },
  {
    title: 'Your balance reaches $25',
    text: 'That’s the minimum payout. Anything below it rolls over to the next month.',
  },
  {
    title: 'We pay you',
    text: 'Payouts are processed manually in 1-2 business days. With a connected bank account, most arrive within 2-3 business days.',
  },
  {
    title: 'You see every cent',
    text: 'Every payout comes with a statement of the sales behind it, as CSV and PDF. If a payout is returned, the money goes back to your balance.',
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
