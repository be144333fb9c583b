import { toast } from '../../../ui/toast.ts'
import { parseTipAmount, payLabel, tipAmountMessage } from '../amount.ts'
import type { PayCardElements } from './pay-card-elements.ts'

/** Updates the pay buttons with the amount, and the suggestions with the input. */
export function watchAmount(card: PayCardElements): void {
  const { amount, form } = card
  if (!amount) return
  const suggested = [...form.querySelectorAll<HTMLInputElement>('input[name=suggestedAmount]')]
  const changed = () => {
    const typed = parseTipAmount(amount.value, card)
    for (const radio of suggested) radio.checked = 'amount' in typed && radio.value === typed.amount
    showAmountError(card, undefined)
    payButtonLabel(card)
  }
  for (const radio of suggested) {
    radio.addEventListener('change', () => {
      amount.value = radio.value
      changed()
    })
  }
  amount.addEventListener('input', changed)
  // A browser restores the field's value when it goes back to the page.
  changed()
}

/** The buttons show the amount; while it is invalid, only the action. */
export function payButtonLabel(card: PayCardElements): void {
  const typed = parseTipAmount(card.amount?.value ?? '', card)
  const label = payLabel('amount' in typed ? typed.amount : undefined, card.currency)
  for (const button of card.payButtons) button.textContent = label
}

/** The amount as a decimal string. Undefined when it is invalid and the error is shown. */
export function validatedAmount(card: PayCardElements): string | undefined {
  const typed = parseTipAmount(card.amount?.value ?? '', card)
  if ('amount' in typed) return typed.amount
  const description = tipAmountMessage(typed.error, card)
  showAmountError(card, description)
  // This toast is in the specification; other errors are shown at the field only.
  if (typed.error === 'low') toast({ title: 'Amount too low', description, tone: 'destructive' })
  return undefined
}

const hints = new WeakMap<Element, string | null>()

/** Shows an error instead of the hint and ties it to the field; undefined restores the hint. */
export function showAmountError({ amount }: PayCardElements, sentence: string | undefined): void {
  const hint = document.getElementById(amount?.getAttribute('aria-describedby') ?? '')
  if (!amount || !hint) return
  if (!hints.has(hint)) hints.set(hint, hint.textContent)
  hint.textContent = sentence ?? hints.get(hint) ?? ''
  hint.parentElement?.toggleAttribute('data-wrong', sentence !== undefined)
  amount.toggleAttribute('aria-invalid', false)
  if (sentence === undefined) return
  amount.setAttribute('aria-invalid', 'true')
  amount.focus()
}
