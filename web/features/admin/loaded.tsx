import type { ReactNode } from 'react'
import { type Read, WhenLoaded } from '../../api/when-loaded.tsx'
import { WaitingEntries } from '../../ui/waiting-rows.tsx'

type LoadedProps<T> = {
  read: Read<T>
  /** What is read, in words that begin a sentence: `The alerts`. */
  what: string
  children: (data: T) => ReactNode
}

/** What was read, once it is there; until then rows of its shape. */
export function Loaded<T>({ read, what, children }: LoadedProps<T>) {
  return (
    <WhenLoaded read={read} what={what} waiting={<WaitingEntries label={`${what} are on their way`} />}>
      {children}
    </WhenLoaded>
  )
}
