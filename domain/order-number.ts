import { type OrderNumber, toOrderNumber } from '../contract/order-number.ts'

/**
 * The order number of a search, as people paste it: `131302378077578`, `#131302378077578`, `Order 131 302 378 077 578`.
 * Undefined for any other text.
 */
export function readOrderNumber(text: string): OrderNumber | undefined {
  const [, digits = ''] =
    /^(?:order)?\s*(?:number|no\.?)?\s*[#:№]?\s*(\d[\d\s]*)$/iu.exec(text.normalize('NFKC').trim()) ?? []
  const compact = digits.replace(/\s/g, '')
  return compact.length > 0 && compact.length <= 15 ? toOrderNumber(compact) : undefined
}
