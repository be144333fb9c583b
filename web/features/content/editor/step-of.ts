import { contentKindOf, type FormValues, isPayWhatYouWant } from './form-values.ts'

export const stepLabels = ['Upload', 'Details', 'Publish'] as const

/** Which of the three steps the form has come to, by what is filled in: 0, 1 or 2. */
export function currentStep(typed: FormValues, file: File | undefined): 0 | 1 | 2 {
  const kindValue = { file: file?.name, link: typed.linkUrl, text: typed.textContent }[contentKindOf(typed)]
  if (!kindValue?.trim()) return 0
  const price = isPayWhatYouWant(typed) ? typed.minimumPrice : typed.price
  return typed.title?.trim() && price?.trim() ? 2 : 1
}
