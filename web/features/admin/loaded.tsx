import type { ReactNode } from 'react'
import { ErrorState } from '../../ui/error-state.tsx'
import { WaitingEntries } from '../../ui/waiting-rows.tsx'

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
  return <WaitingEntries label={`${what} are on their way`} />
}
