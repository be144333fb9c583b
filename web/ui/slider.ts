import type { CSSProperties } from 'react'

/** Of a `.slider`: how far its track is filled, from 0 to 1. */
export function filledTo(share: number): CSSProperties {
  return { '--filled': `${Math.round(share * 1000) / 10}%` } as CSSProperties
}
