import { useSearch } from 'wouter'
import { TestPurchasePage } from './test-purchase-page.tsx'
import { TipPage } from './tip-page.tsx'

export function TipPageRoute() {
  return new URLSearchParams(useSearch()).has('try') ? <TestPurchasePage /> : <TipPage />
}
