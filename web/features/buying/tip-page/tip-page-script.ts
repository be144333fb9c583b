import { isCreatorDevice } from '../../../shared/creator-device.ts'
import { isRememberedOwnItem } from '../../../shared/own-items.ts'
import { hostOf, utmParametersFrom } from './link-parameters.ts'
import { ownBarContainer } from './own-item/bar-container.ts'
import { watchPayButton } from './watch-pay-button.ts'

/** Sends one view when the page becomes visible, not when it is prefetched or opened in a background tab. */
function sendViewBeacon(contentId: string): void {
  if (document.visibilityState === 'visible') send()
  else document.addEventListener('visibilitychange', send, { once: true })

  function send() {
    const view = {
      utmParameters: utmParametersFrom(new URLSearchParams(location.search)),
      referrer: hostOf(document.referrer),
    }
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    navigator.sendBeacon(`/api/content/${contentId}/view`, body)
  }
}

/* Runs on a tip page before the first interaction. The islands are loaded with the first interaction. */

const page = document.querySelector<HTMLElement>('[data-viewed-content]')
if (page?.dataset.viewedContent) sendViewBeacon(page.dataset.viewedContent)

const bar = document.querySelector<HTMLElement>('[data-pay-bar]')
const button = document.querySelector<HTMLElement>('[data-pay-button]')
if (bar && button) watchPayButton(bar, button)

const itemId = page?.dataset.viewedContent ?? /^\/(?:p|tip)\/(\d+)$/.exec(location.pathname)?.[1]
if (itemId && isCreatorDevice()) {
  const isOwn = isRememberedOwnItem(Number(itemId))
  if (isOwn && document.querySelector('[data-island="pay-card"]')) ownBarContainer()
  // The page that only the creator sees, of an item that is not published.
  else if (isOwn && !page && !location.search) location.replace(`${location.pathname}?try`)
}

// Hydrates the pay card at once to complete a returned payment, to wait for a copy, or to show the creator's own view.
if (
  isCreatorDevice() ||
  document.querySelector('[data-waits]') ||
  new URLSearchParams(location.search).get('success') === 'true'
) {
  for (const card of document.querySelectorAll('[data-island="pay-card"]')) {
    card.dispatchEvent(new Event('hydrate'))
  }
}
