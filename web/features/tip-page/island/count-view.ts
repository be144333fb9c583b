import type { Card } from './pay-card-elements.ts'

/**
 * Says once that somebody has this page before their eyes: not while it is only fetched ahead or lies in a tab nobody has
 * opened yet. Sent beside everything else, and nothing waits for it.
 */
export function sendViewBeacon({ contentId, form }: Card): void {
  if (document.visibilityState === 'visible') send()
  else document.addEventListener('visibilitychange', send, { once: true })

  function send() {
    const view = {
      utmParameters: String(new FormData(form).get('source') ?? ''),
      referrer: hostnameOf(document.referrer),
    }
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    navigator.sendBeacon(`/api/content/${contentId}/view`, body)
  }
}

/** The path of the page before is nobody's business. */
function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
