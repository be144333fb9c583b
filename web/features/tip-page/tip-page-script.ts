import { isCreatorDevice } from '../../shared/creator-device.ts'
import { watchPayButton } from './pay-bar-visibility.ts'
import { sendViewBeacon } from './view-beacon.ts'

/* What a tip page does before anybody touches it. The rest is loaded with the first sign of intent. */

const page = document.querySelector<HTMLElement>('[data-viewed-content]')
if (page?.dataset.viewedContent) sendViewBeacon(page.dataset.viewedContent)

const bar = document.querySelector<HTMLElement>('[data-pay-bar]')
const button = document.querySelector<HTMLElement>('[data-pay-button]')
if (bar && button) watchPayButton(bar, button)

// A returning payment is completed at once, and a creator's device asks whether the item is its own.
if (isCreatorDevice() || new URLSearchParams(location.search).get('success') === 'true') {
  for (const card of document.querySelectorAll('[data-island="pay-card"]')) {
    card.dispatchEvent(new Event('hydrate'))
  }
}
