import { sleep } from '../../payments/polling-delay.ts'

const retryMs = 10_000

const note = document.querySelector<HTMLElement>('[data-retry]')
if (note) void retry(note)

/** Requests the first byte until the file is available or the error changes, then opens the URL. */
async function retry(status: HTMLElement): Promise<void> {
  do await sleep(retryMs)
  while (await isStillFailing())
  status.textContent = 'Your download is starting.'
  location.assign(location.href)
}

async function isStillFailing(): Promise<boolean> {
  const headers = { accept: '*/*', range: 'bytes=0-0' }
  return fetch(location.href, { headers, redirect: 'manual', cache: 'no-store' }).then(
    ({ status }) => status >= 500,
    () => true,
  )
}
