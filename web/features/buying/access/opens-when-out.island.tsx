import { useEffect, useState } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'

type OpensWhenOutProps = {
  /** The moment of the release. */
  at: string
  /** It is there until the release. */
  calendarUrl: string
}

const maxDelayMs = 10 * 60_000
const retryDelayMs = 5_000
/** Pages that wait for the same moment don't ask all at once. */
const spreadMs = 2_000

/** Reloads the page once what it waits for is out. The day may be moved, so it also asks in between. */
function OpensWhenOut({ at, calendarUrl }: OpensWhenOutProps) {
  const [isOut, setIsOut] = useState(false)

  // Asks the server at the moment of the release, and when the page is looked at again.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible' && (await isOver(calendarUrl))) {
        setIsOut(true)
        location.reload()
        return
      }
      schedule()
    }
    const schedule = () => {
      const leftMs = Date.parse(at) - Date.now()
      const delayMs = leftMs > 0 ? leftMs + Math.random() * spreadMs : retryDelayMs
      timer = setTimeout(() => void ask(), Math.min(delayMs, maxDelayMs))
    }
    const askWhenVisible = () => document.visibilityState === 'visible' && void ask()
    schedule()
    document.addEventListener('visibilitychange', askWhenVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', askWhenVisible)
    }
  }, [at, calendarUrl])
  return (
    <p role="status" className="sr-only">
      {isOut ? 'It’s out. This page is opening.' : ''}
    </p>
  )
}

/** Whether the server has nothing to wait for anymore. One that doesn't answer says nothing. */
async function isOver(calendarUrl: string): Promise<boolean> {
  return fetch(new URL(calendarUrl).pathname, { cache: 'no-store' }).then(
    ({ status }) => status >= 400 && status < 500 && status !== 429,
    () => false,
  )
}

export const opensWhenOutIsland: IslandDefinition<OpensWhenOutProps> = {
  name: 'opens-when-out',
  entry: 'web/features/buying/access/opens-when-out.island.tsx',
  Component: OpensWhenOut,
}
