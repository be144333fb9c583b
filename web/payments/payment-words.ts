/** What a card form says that depends on what is paid for. */
export type PaymentWords = {
  submit: string
  emailHint: string
  /** The title over what the provider refused, and what is said where it gave no reason. */
  failed: string
  unexpected: string
}

export const purchaseWords: PaymentWords = {
  submit: 'Complete Purchase',
  emailHint: 'Your access link is sent here.',
  failed: 'Payment Failed',
  unexpected: 'An unexpected error occurred. Please try again.',
}
