/** Messages to buyers while a checkout is closed after declined cards, with or without scripts. */
export const checkoutBlockedMessages = {
  paused:
    'Several cards in a row were declined, so payments for this item are paused for 15 minutes. You weren’t charged. Please try again later.',
  declined:
    'Too many cards were declined. You weren’t charged. Please contact your bank, or try again in an hour.',
} as const
