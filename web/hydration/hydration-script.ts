/**
 * Runs inline in the head of every page that hydrates. It loads an island's code at the first sign of intent, and keeps
 * a press that comes before the code is ready. It is turned into text, so it must not use anything outside itself.
 */
function hydrateOnIntent(): void {
  /** After this time a form that waits for its island is posted by the browser. */
  const maxWaitMs = 3_000
  type Press = { form: HTMLFormElement; button: HTMLElement | null } | { form: null; button: HTMLElement }
  const presses = new Map<HTMLElement, Press>()
  const requested = new WeakSet<HTMLElement>()
  let isPosting = false

  const closest = (target: EventTarget | null, selector: string) =>
    target instanceof Element ? target.closest<HTMLElement>(selector) : null
  const pendingIsland = (target: EventTarget | null) => closest(target, '[data-island]:not([data-hydrated])')

  function requestCode(island: HTMLElement | null): void {
    const { src, preload = '' } = island?.dataset ?? {}
    if (!island || !src || requested.has(island)) return
    requested.add(island)
    for (const href of preload.split(' ').filter(Boolean)) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    const script = Object.assign(document.createElement('script'), { type: 'module', src })
    script.addEventListener('error', () => {
      requested.delete(island)
      postWithoutScript(island)
    })
    document.head.append(script)
  }

  function keepPress(island: HTMLElement, press: Press): void {
    requestCode(island)
    if (presses.has(island)) return
    presses.set(island, press)
    markBusy(press.button, true)
    setTimeout(() => presses.get(island) === press && postWithoutScript(island), maxWaitMs)
  }

  /** Only a form with an address can be posted; on other pages the press waits for the code. */
  function postWithoutScript(island: HTMLElement): void {
    const press = presses.get(island)
    if (!press?.form?.hasAttribute('action')) return
    presses.delete(island)
    markBusy(press.button, false)
    isPosting = true
    press.form.requestSubmit(press.button)
    isPosting = false
  }

  function markBusy(button: HTMLElement | null, isBusy: boolean): void {
    for (const name of ['aria-busy', 'aria-disabled']) {
      if (isBusy) button?.setAttribute(name, 'true')
      else button?.removeAttribute(name)
    }
  }

  for (const intent of [
    'pointerover',
    'pointerdown',
    'touchstart',
    'focusin',
    'keydown',
    'input',
    'change',
    'hydrate',
  ]) {
    document.addEventListener(intent, ({ target }) => requestCode(pendingIsland(target)), {
      capture: true,
      passive: true,
    })
  }
  // A dropped file is handled by its island, so that its code starts to load when the file enters the window.
  document.addEventListener('dragenter', () => {
    requestCode(pendingIsland(document.querySelector('[data-island] input[type=file]')))
  })
  document.addEventListener(
    'submit',
    (event) => {
      const island = pendingIsland(event.target)
      if (isPosting || !island || !(event.target instanceof HTMLFormElement)) return
      event.preventDefault()
      keepPress(island, { form: event.target, button: event.submitter })
    },
    true,
  )
  document.addEventListener(
    'click',
    ({ target }) => {
      const island = pendingIsland(target)
      // These two kinds of buttons work without an island.
      const button = closest(target, 'button[type=button]:not([popovertarget], [data-theme-switch])')
      if (island && button && island.contains(button)) keepPress(island, { form: null, button })
    },
    true,
  )
  document.addEventListener('hydrated', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    target.setAttribute('data-hydrated', '')
    const press = presses.get(target)
    presses.delete(target)
    if (!press) return
    markBusy(press.button, false)
    if (!press.form) press.button.click()
    else if (press.form.isConnected) press.form.requestSubmit(press.button)
  })
  // A page that comes back from the back/forward cache must not stay busy.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const { button } of presses.values()) markBusy(button, false)
    presses.clear()
  })
}

/** The script's text. In a build it is minified by the server bundle's own settings only. */
export const hydrationScript = `(${hydrateOnIntent})()`
