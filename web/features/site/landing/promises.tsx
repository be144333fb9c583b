import type { ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'

/** What creators get, each shown by the part of the product that does it. */
export function Promises() {
  return (
    <section aria-labelledby="why" data-fades>
      <h2 id="why" className="sr-only">
        Everything you need to get paid
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-3 lg:gap-7">
        <PromiseOf title="Instant Tips" picture={<Sale />}>
          The card is charged, the file opens, and you get an email with their words.
        </PromiseOf>
        <PromiseOf title="Set Your Price" picture={<PriceSlider />}>
          From $1 to $1000+. A fixed price, or let people pay what they want from a minimum.
        </PromiseOf>
        <PromiseOf title="Track Everything" picture={<Funnel />}>
          Every view, sale and cent, and which of your links brings them.
        </PromiseOf>
      </div>
    </section>
  )
}

function PromiseOf({ title, picture, children }: { title: string; picture: ReactNode; children: ReactNode }) {
  return (
    <article className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 sm:max-lg:grid-cols-[22rem_minmax(0,1fr)] sm:max-lg:items-center sm:max-lg:gap-7">
      <div
        aria-hidden
        className="grid min-h-40 grid-cols-[minmax(0,1fr)] place-items-center rounded-md bg-sunken p-4.5"
      >
        <Card padding="none" className="w-full px-4 py-3.5">
          {picture}
        </Card>
      </div>
      <div className="grid gap-1.5">
        <h3 className="text-lg">{title}</h3>
        <p className="text-ink-soft">{children}</p>
      </div>
    </article>
  )
}

function Sale() {
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Avatar name="Jonah" />
      <span className="min-w-0 flex-1">
        <b className="block font-semibold">Jonah paid $12.00</b>
        <span className="text-ink-faint text-sm">for Night Ferry, just now</span>
      </span>
      <b className="font-semibold text-brand">+$9.60</b>
    </p>
  )
}

function PriceSlider() {
  return (
    <div className="grid gap-3.5">
      <p className="flex items-baseline justify-between">
        <b className="font-semibold">$8.00</b>
        <span className="text-ink-faint text-sm">you earn $6.40</span>
      </p>
      <div className="relative h-1.5 rounded-full bg-[linear-gradient(90deg,var(--brand)_31%,var(--line-strong)_0)]">
        <span className="absolute top-1/2 left-[31%] size-6 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-brand bg-surface shadow-sm" />
      </div>
      <p className="flex justify-between text-ink-faint text-sm">
        <span>$1</span>
        <span>$1000+</span>
      </p>
    </div>
  )
}

const funnel = [
  { label: 'Views', count: 429, bar: 'w-full' },
  { label: 'Checkouts', count: 58, bar: 'w-[31%]' },
  { label: 'Sales', count: 17, bar: 'w-[14%]' },
]

function Funnel() {
  return (
    <ul className="grid gap-1 text-sm">
      {funnel.map(({ label, count, bar }) => (
        <li key={label} className="relative isolate flex justify-between px-2.5 py-1">
          <span className={`absolute inset-y-0 left-0 -z-1 rounded-[6px] bg-brand-soft ${bar}`} />
          {label}
          <b className="font-semibold">{count}</b>
        </li>
      ))}
    </ul>
  )
}
