import { referrerHost } from './referrer-host.ts'
import { utmParametersFrom } from './utm-parameters.ts'

/**
 * Sends one view when the page becomes visible, not when it is prefetched or opened in a background tab. A beacon
 * delays neither the page nor its unload.
 */
export function sendViewBeacon(contentId: string): void {
  if (document.visibilityState === 'visible') send()
  else document.addEventListener('visibilitychange', send, { once: true })

  function send() {
    const view = {
      utmParameters: utmParametersFrom(new URLSearchParams(location.search)),
      referrer: referrerHost(),
    }
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    navigator.sendBeacon(`/api/content/${contentId}/view`, body)
  }
}
