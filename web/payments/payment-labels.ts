/** Texts of a card form that depend on what is paid for. */
export type PaymentLabels = {
  submit: string
  emailHint: string
  /** The title of a payment error, and the text when the provider gives no reason. */
  failedTitle: string
  unexpectedError: string
}

export const purchaseLabels: PaymentLabels = {
  submit: 'Complete Purchase',
  emailHint: 'We’ll send your access link here.',
  failedTitle: 'Payment Failed',
  unexpectedError: 'An unexpected error occurred. Please try again.',
}
