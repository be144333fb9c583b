import { createContext } from 'react'
import { type Pond, pondUrl } from '../../contract/ponds.ts'

/**
 * What shows a drawn cover: its address, or on pages that are not hydrated the drawing itself. Ponds of one page are alike, so
 * that compressed they need less than their requests. Only the server has them.
 */
export const DrawnCoverContext = createContext<(pond: Pond, detail: 'cover' | 'thumb') => string>(
  (pond, detail) => pondUrl(pond, detail === 'thumb' ? detail : undefined),
)

export function describePond({ rings }: Pond): string {
  if (rings === 0) return 'A drop over still water'
  return `A drop on water with ${rings === 1 ? '1 ring' : `${rings} rings`}: more sales, more rings`
}
