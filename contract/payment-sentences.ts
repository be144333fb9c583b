/** The message while more calls wait for the card provider than it accepts. */
export const providerBusy = 'Many people are buying right now. Try again in a moment.'

/** The message to buyers while it is unknown whether they were charged. */
export const paymentBeingChecked =
  'We’re still checking your payment because the card provider isn’t responding right now. Please don’t pay again. Try again in a moment.'
