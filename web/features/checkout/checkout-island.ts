import { openPaymentDetails } from './payment-details.tsx'

// Absent where there is nothing to pay for: the page says so itself.
const container = document.querySelector<HTMLElement>('[data-payment]')
if (container) openPaymentDetails(container)
