import { useSearch } from 'wouter'
import { TestPurchasePage } from './test-purchase-page.tsx'
import { TipPage } from './tip-page.tsx'

/** The tip page, or the creator's test purchase of it. */
export function TipPageRoute() {
  return new URLSearchParams(useSearch()).has('try') ? <TestPurchasePage /> : <TipPage />
}
