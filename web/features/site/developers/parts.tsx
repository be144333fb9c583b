import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../../ui/card.tsx'
import type { Field } from './json-schema.ts'

/** Where a link to a section leads: below the contents of narrow screens. */
const target = 'scroll-mt-20 lg:scroll-mt-6'

export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`${target} grid grid-cols-[minmax(0,1fr)] gap-4`}
    >
      <h2 id={`${id}-title`} className="text-xl">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </section>
  )
}

/** A short text beside others. */
export function Note({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <Card id={id} className={`${target} grid content-start gap-2`}>
      <h3 className="text-lg">{title}</h3>
      {children}
    </Card>
  )
}

export function Mono({ children }: { children: ReactNode }) {
  return <code className="wrap-anywhere font-mono text-[0.9em]">{children}</code>
}

/** A code and what it means, in rows. */
export function Rows({ rows }: { rows: ReadonlyArray<[code: string, meaning: ReactNode]> }) {
  return (
    <Card padding="none">
      <dl>
        {rows.map(([code, meaning]) => (
          <div
            key={code}
            className="grid gap-x-4 border-line px-[22px] py-3 not-first:border-t sm:grid-cols-[150px_minmax(0,1fr)]"
          >
            <dt className="font-mono font-semibold text-sm leading-6">{code}</dt>
            <dd className="text-ink-soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export function Fields({ fields }: { fields: ReadonlyArray<Field> }) {
  return (
    <dl className="text-sm">
      {fields.map(({ name, isRequired, text }) => (
        <div key={name} className="grid gap-x-3 border-line border-t py-2 sm:grid-cols-[150px_minmax(0,1fr)]">
          <dt className="wrap-anywhere font-mono">{name}</dt>
          <dd className="text-ink-soft">
            {isRequired && <b className="font-semibold text-ink">Required: </b>}
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What is read when it is looked for: a call, or an event. */
export function Entry({ id, summary, children }: { id: string; summary: ReactNode; children: ReactNode }) {
  return (
    <details id={id} className={`${target} group border-line not-first:border-t`}>
      <summary className="grid min-h-14 list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5 hover:bg-sunken sm:px-[22px] [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown aria-hidden className="moves size-5 text-ink-soft group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1 pb-5 sm:px-[22px]">{children}</div>
    </details>
  )
}

/** Two columns where there is room. */
export function Halves({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] xl:grid-cols-2">{children}</div>
  )
}

/** A text whose words between backticks are code. */
export function withCode(text: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change.
  return text.split('`').map((part, index) => (index % 2 ? <Mono key={index}>{part}</Mono> : part))
}
