import { ChevronDown } from 'lucide-react'
import { formatCardNumber, testCards } from './cards.ts'

/** Every test card with its outcome. A click fills the form. */
export function TestCardList({ onPick }: { onPick: (number: string) => void }) {
  return (
    <details className="group rounded-md bg-sunken px-4">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 font-semibold">
        <span>
          Test cards{' '}
          <span className="font-normal text-ink-faint text-sm max-sm:sr-only">
            Pick one to fill in the form
          </span>
        </span>
        <ChevronDown aria-hidden className="moves size-5 shrink-0 text-ink-soft group-open:rotate-180" />
      </summary>
      <p className="text-ink-soft text-sm">This is a test form, so no card is charged.</p>
      <ul className="-mx-2 mt-2 grid pb-2">
        {testCards.map(({ number, outcome }) => (
          <li key={number}>
            <button
              type="button"
              onClick={({ currentTarget }) => {
                onPick(formatCardNumber(number))
                // Closes the list, so that the filled form is visible again.
                currentTarget.closest('details')?.removeAttribute('open')
              }}
              className="moves flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-sm px-2 py-1.5 text-left hover:bg-surface"
            >
              <span className="font-semibold">{formatCardNumber(number)}</span>
              <span className="text-ink-soft text-sm">{outcome}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
