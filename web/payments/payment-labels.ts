/** What a card form says that depends on what is paid for. */
export type PaymentLabels = {
  submit: string
  emailHint: string
  /** The title over what the provider refused, and what is said where it gave no reason. */
  failedTitle: string
  unexpectedError: string
}

export const purchaseLabels: PaymentLabels = {
  submit: 'Complete Purchase',
  emailHint: 'Your access link is sent here.',
  failedTitle: 'Payment Failed',
  unexpectedError: 'An unexpected error occurred. Please try again.',
}
