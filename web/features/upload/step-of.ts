import { isOpenPrice, kindOf, type Typed } from './typed.ts'

export const stepNames = ['Upload', 'Details', 'Publish'] as const

/** Which of the three steps the form has come to, by what is filled in: 0, 1 or 2. */
export function stepOf(typed: Typed, file: File | undefined): 0 | 1 | 2 {
  const goods = { file: file?.name, link: typed.linkUrl, text: typed.textContent }[kindOf(typed)]
  if (!goods?.trim()) return 0
  const price = isOpenPrice(typed) ? typed.minimumPrice : typed.price
  return typed.title?.trim() && price?.trim() ? 2 : 1
}
