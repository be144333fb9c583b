/** The message to buyers while it is unknown whether they were charged. */
export const paymentBeingChecked =
  "Your payment is being checked, because the card provider isn't answering right now. Please don't pay again. Try again in a moment."
