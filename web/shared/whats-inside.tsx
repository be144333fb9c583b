import { Check } from 'lucide-react'

/** What a buyer gets, in the creator's own lines. */
export function WhatsInside({ lines }: { lines: Array<string> }) {
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="whats-inside" className="grid gap-4">
      <h2 id="whats-inside" className="text-xl">
        What’s inside
      </h2>
      <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
          <li key={index} className="grid grid-cols-[22px_minmax(0,1fr)] gap-2.5 [overflow-wrap:anywhere]">
            <Check aria-hidden className="mt-1 size-4.5 text-brand" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
