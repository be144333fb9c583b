import { contentKindOf, type FormValues, isPayWhatYouWant } from './form-values.ts'

export const stepLabels = ['Upload', 'Details', 'Publish'] as const

/** The current step, 0 to 2, by the filled fields. */
export function currentStep(typed: FormValues, file: File | undefined): 0 | 1 | 2 {
  const kindValue = { file: file?.name, link: typed.linkUrl, text: typed.textContent }[contentKindOf(typed)]
  if (!kindValue?.trim()) return 0
  const price = isPayWhatYouWant(typed) ? typed.minimumPrice : typed.price
  return typed.title?.trim() && price?.trim() ? 2 : 1
}
