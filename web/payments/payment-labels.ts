/** Texts of a card form that depend on what is paid for. */
export type PaymentLabels = {
  submit: string
  emailHint: string
  /** The title of a payment error, and the text when the provider gives no reason. */
  failedTitle: string
  unexpectedError: string
}

/** `amount` is formatted with its currency. */
export function purchaseLabels(amount: string): PaymentLabels {
  return {
    submit: `Complete Purchase · ${amount}`,
    emailHint: 'We’ll send your access link here. No account needed.',
    failedTitle: 'Payment Failed',
    unexpectedError: 'An unexpected error occurred. Please try again.',
  }
}
