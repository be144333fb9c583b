import { useSearch } from 'wouter'
import { TestPurchasePage } from './test-purchase-page.tsx'
import { TipPage } from './tip-page.tsx'

/** The page behind a tip link: for everybody, or for its creator who tries it. */
export function TipPageRoute() {
  return new URLSearchParams(useSearch()).has('try') ? <TestPurchasePage /> : <TipPage />
}
