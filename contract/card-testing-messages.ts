/** Messages to buyers while a checkout is closed after declined cards, with or without scripts. */
export const checkoutBlockedMessages = {
  paused:
    'Several cards in a row were declined here, so paying for this item is closed for a quarter of an hour. Nothing was charged. Please try again then.',
  declined:
    'Too many cards were declined. Nothing was charged. Please ask your bank, and try again in an hour.',
} as const
