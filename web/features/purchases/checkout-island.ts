import { openPaymentDetails } from './payment-details.tsx'

// Absent where there is nothing to pay for: the page says so itself.
const place = document.querySelector<HTMLElement>('[data-payment]')
if (place) openPaymentDetails(place)
