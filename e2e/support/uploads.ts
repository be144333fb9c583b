import type { Page } from 'playwright-core'

/** What a page asks the server for when it goes on with a file: at which byte, and whether it begins anew after all. */
export function resumption(page: Page) {
  let offset = 0
  let begunAnew = false
  page.on('response', (response) => {
    const method = response.request().method()
    if (!response.url().includes('/api/uploads')) return
    if (method === 'HEAD') offset ||= Number(response.headers()['upload-offset'] ?? 0)
    if (method === 'POST') begunAnew = true
  })
  return { offset: () => offset, begunAnew: () => begunAnew }
}
