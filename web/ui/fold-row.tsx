import { ChevronRight } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { FormErrorsContext } from './field.tsx'

type FoldRowProps = {
  icon: ReactNode
  title: string
  /** What stands in it now, or what it is for. */
  state: string
  /** Whether something stands in it. */
  isSet: boolean
  /** Its fields, by name: it opens when one of them has an error. */
  names: ReadonlyArray<string>
  hidden?: boolean
  children: ReactNode
}

/** A closed row of a form that says what stands in it. Its fields are in the form all the same. */
export function FoldRow({ icon, title, state, isSet, names, hidden, children }: FoldRowProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const errors = useContext(FormErrorsContext)
  const hasError = names.some((name) => Object.hasOwn(errors, name))

  // A field can't be seen while the row is closed.
  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  }, [hasError])
  return (
    <details ref={details} hidden={hidden} className="group border-line border-t">
      <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 px-5 py-2.5 hover:bg-sunken sm:px-6 [&::-webkit-details-marker]:hidden">
        <span aria-hidden className="shrink-0 text-ink-soft [&>svg]:size-5">
          {icon}
        </span>
        <span className="min-w-0 flex-1 leading-snug">
          <b className="block font-semibold">{title}</b>
          <span className="line-clamp-1 text-ink-faint text-sm [overflow-wrap:anywhere]">{state}</span>
        </span>
        <span aria-hidden className="text-ink-soft group-open:hidden max-sm:hidden">
          {isSet ? 'Change' : 'Add'}
        </span>
        <ChevronRight aria-hidden className="moves size-4 shrink-0 group-open:rotate-90" />
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 px-5 pt-1 pb-5 sm:pr-6 sm:pl-[60px]">
        {children}
      </div>
    </details>
  )
}
