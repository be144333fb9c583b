import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Read<T> = {
  data?: T | undefined
  error: { sentence: string; status: number } | null
  refetch: () => unknown
}
type LoadedProps<T> = {
  read: Read<T>
  /** What is read, in words that begin a sentence: `The alerts`. */
  what: string
  children: (data: T) => ReactNode
}

/** What was read, once it is there; until then its shape, and the way on when it did not come. */
export function Loaded<T>({ read: { data, error, refetch }, what, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (error)
    return <ErrorState title={`${what} did not load`} text={error.sentence} retry={() => void refetch()} />
  return <Waiting label={`${what} are on their way`} />
}

function Waiting({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <div
          key={name}
          className="flex items-center gap-4 border-line border-t px-4 py-4 first:border-t-0 sm:px-5"
        >
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-2/5" />
            <Skeleton className="w-1/4" />
          </div>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  )
}
