import { contentKindOf, type FormValues, isPayWhatYouWant } from './form-values.ts'

export const stepLabels = ['Upload', 'Details', 'Publish'] as const

/** The current step, 0 to 2, by the filled fields. */
export function currentStep(typed: FormValues, file: File | undefined): 0 | 1 | 2 {
  const kind = contentKindOf(typed)
  const values: Record<typeof kind, string | undefined> = {
    file: file?.name,
    link: typed.linkUrl,
    text: typed.textContent,
  }
  if (!values[kind]?.trim()) return 0
  const price = isPayWhatYouWant(typed) ? typed.minimumPrice : typed.price
  return typed.title?.trim() && price?.trim() ? 2 : 1
}
