import type { Card } from './card.ts'

/**
 * Says once that somebody has this page before their eyes: not while it is only fetched ahead or lies in a tab nobody has
 * opened yet. Sent beside everything else, and nothing waits for it.
 */
export function countView({ contentId, form }: Card): void {
  if (document.visibilityState === 'visible') tell()
  else document.addEventListener('visibilitychange', tell, { once: true })

  function tell() {
    const view = {
      marks: String(new FormData(form).get('source') ?? ''),
      referrer: hostOf(document.referrer),
    }
    const body = new Blob([JSON.stringify(view)], { type: 'application/json' })
    navigator.sendBeacon(`/api/content/${contentId}/view`, body)
  }
}

/** The path of the page before is nobody's business. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : ''
}
