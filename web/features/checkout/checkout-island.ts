import { openPaymentDetails } from './payment-details.tsx'

// Missing when there is nothing to pay for; the page shows why.
const container = document.querySelector<HTMLElement>('[data-payment]')
if (container) openPaymentDetails(container)
