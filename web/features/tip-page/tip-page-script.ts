import { isCreatorDevice } from '../../shared/creator-device.ts'
import { watchPayButton } from './pay-bar-visibility.ts'
import { sendViewBeacon } from './view-beacon.ts'

/* Runs on a tip page before the first interaction. The islands are loaded with the first interaction. */

const page = document.querySelector<HTMLElement>('[data-viewed-content]')
if (page?.dataset.viewedContent) sendViewBeacon(page.dataset.viewedContent)

const bar = document.querySelector<HTMLElement>('[data-pay-bar]')
const button = document.querySelector<HTMLElement>('[data-pay-button]')
if (bar && button) watchPayButton(bar, button)

// Hydrates the pay card at once to complete a returned payment, or to offer the creator a test purchase.
if (isCreatorDevice() || new URLSearchParams(location.search).get('success') === 'true') {
  for (const card of document.querySelectorAll('[data-island="pay-card"]')) {
    card.dispatchEvent(new Event('hydrate'))
  }
}
