import type { ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import type { ApiError } from './api-error.ts'

/** What `useRead` gives, as far as it is needed to show it. */
export type Read<T> = { data?: T | undefined; error: ApiError | null; refetch: () => unknown }

type WhenLoadedProps<T> = {
  read: Read<T>
  /** What is read, in words that begin a sentence: `Your plan`. */
  what: string
  /** Its shape while it is on its way. */
  waiting: ReactNode
  children: (data: T) => ReactNode
}

/** What was read, once it is there; until then its shape, and the way on when it did not come. */
export function WhenLoaded<T>({ read, what, waiting, children }: WhenLoadedProps<T>) {
  const { data, error, refetch } = read
  if (data !== undefined) return children(data)
  if (!error) return waiting
  return <ErrorState title={`${what} did not load`} text={error.sentence} retry={() => void refetch()} />
}
