// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true, "disableJavaScriptFileLoading": true } }
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hydrationScript } from './hydration-script.ts'

const posted = vi.fn<(submitter: string | undefined) => void>()

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = ''
  document.body.innerHTML = `
    <div id="card" data-island="card" data-src="/assets/card.js" data-preload="/assets/react.js /assets/form.js">
      <form action="/p/1" method="post"><input name="amount"><button>Pay</button></form>
      <button type="button">Share</button>
      <button type="button" popovertarget="menu">Menu</button>
      <audio></audio><button type="button" data-plays>Listen</button>
      <a href="/ticket.png" data-repeats>Share my ticket</a>
    </div>
    <div data-island="app"><form><button>Save</button></form></div>`
  // A browser would leave the page here.
  document.addEventListener('submit', recordPost)
})

afterEach(() => {
  document.removeEventListener('submit', recordPost)
  vi.useRealTimers()
  vi.resetAllMocks()
})

function recordPost(event: SubmitEvent) {
  if (!event.defaultPrevented) posted(event.submitter?.textContent ?? undefined)
  event.preventDefault()
}

// The script listens on the document, so it runs once for all tests. Each test has elements of its own.
// biome-ignore lint/security/noGlobalEval: the script is text, as in the page
globalThis.eval(hydrationScript)

function find(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`No ${selector}`)
  return element
}

function dispatchHydrated(selector: string): void {
  find(selector).dispatchEvent(new Event('hydrated', { bubbles: true }))
}

const loadedUrls = () =>
  [...document.head.querySelectorAll('script, link')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href'),
  )

test('an island’s code is loaded once, at the first interaction', () => {
  expect(loadedUrls()).toEqual([])

  find('input').dispatchEvent(new Event('pointerover', { bubbles: true }))
  find('input').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))

  expect(loadedUrls()).toEqual(['/assets/react.js', '/assets/form.js', '/assets/card.js'])
})

test('a form that is submitted while its island loads is submitted once, after hydration', async () => {
  const handler = vi.fn((event: Event) => event.preventDefault())

  find('#card form button').click()
  find('#card form button').click()
  expect([posted.mock.calls, find('#card form button').getAttribute('aria-busy')]).toEqual([[], 'true'])
  find('#card form').addEventListener('submit', handler)
  dispatchHydrated('#card')
  await vi.runAllTimersAsync()

  expect(handler).toHaveBeenCalledTimes(1)
  expect(posted).not.toHaveBeenCalled()
  expect(find('#card form button').hasAttribute('aria-busy')).toBe(false)
})

test('a form whose island takes over three seconds is posted once by the browser', async () => {
  find('#card form button').click()

  await vi.advanceTimersByTimeAsync(2_900)
  expect(posted).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(posted).toHaveBeenCalledExactlyOnceWith('Pay')
  dispatchHydrated('#card')
  await vi.runAllTimersAsync()

  expect(posted).toHaveBeenCalledTimes(1)
})

test('a form whose island cannot be loaded is posted at once by the browser', () => {
  find('#card form button').click()

  find('script[src="/assets/card.js"]').dispatchEvent(new Event('error'))

  expect(posted).toHaveBeenCalledExactlyOnceWith('Pay')
})

test('a button that is clicked while its island loads is clicked again once, after hydration', () => {
  const handler = vi.fn()
  find('#card > button').click()

  find('#card > button').addEventListener('click', handler)
  dispatchHydrated('#card')

  expect(handler).toHaveBeenCalledTimes(1)
})

test('a button that works without a script is not clicked again', () => {
  const handler = vi.fn()
  find('[popovertarget]').click()

  find('[popovertarget]').addEventListener('click', handler)
  dispatchHydrated('#card')

  expect(handler).not.toHaveBeenCalled()
})

test('React, which listens before its island is hydrated, does not get a click that is repeated later', () => {
  const handler = vi.fn()
  find('#card').addEventListener('click', handler)

  find('#card > button').click()
  expect(handler).not.toHaveBeenCalled()
  dispatchHydrated('#card')

  expect(handler).toHaveBeenCalledTimes(1)
})

test('a button that plays does so in the press itself, once', () => {
  const media = find('#card audio')
  if (!(media instanceof HTMLMediaElement)) throw new Error('no player')
  const play = vi.spyOn(media, 'play').mockResolvedValue()
  const handler = vi.fn()
  find('[data-plays]').addEventListener('click', handler)

  find('[data-plays]').click()
  dispatchHydrated('#card')
  expect(handler).not.toHaveBeenCalled()
  find('[data-plays]').click()

  expect(play).toHaveBeenCalledTimes(1)
  expect(handler).toHaveBeenCalledTimes(1)
})

test('a link that its island replaces is not followed, and is pressed again once the island is there', () => {
  const link = find('[data-repeats]')
  const handler = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  link.addEventListener('click', handler)
  const first = new MouseEvent('click', { bubbles: true, cancelable: true })

  link.dispatchEvent(first)

  expect(first.defaultPrevented).toBe(true)
  expect(handler).not.toHaveBeenCalled()
  expect(link.getAttribute('aria-busy')).toBe('true')
  dispatchHydrated('#card')
  expect(handler).toHaveBeenCalledTimes(1)
})

test('a link that its island replaces opens beside the page with Ctrl', () => {
  const link = find('[data-repeats]')
  const handler = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  link.addEventListener('click', handler)

  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }))

  expect(handler).toHaveBeenCalledTimes(1)
})

test('a form without an action attribute waits for its page to hydrate', async () => {
  find('[data-island=app] button').click()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(posted).not.toHaveBeenCalled()

  dispatchHydrated('[data-island=app]')

  expect(posted).toHaveBeenCalledExactlyOnceWith('Save')
})

test('a hydrated island handles its own events', () => {
  dispatchHydrated('#card')

  find('#card form button').click()

  expect(posted).toHaveBeenCalledTimes(1)
  expect(loadedUrls()).toEqual([])
})
