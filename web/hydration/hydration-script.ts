/**
 * Runs inline in the head of every page that hydrates. It loads an island's code at the first interaction, and repeats
 * a click or submit that comes before the code is ready. React, which may listen already, does not get the first one. It is turned into text, so it must not use anything outside
 * itself.
 */
function hydrateOnIntent(): void {
  /** After this time a form that waits for its island is posted by the browser. */
  const maxWaitMs = 3_000
  type QueuedAction =
    | { form: HTMLFormElement; button: HTMLElement | null }
    | { form: null; button: HTMLElement }
  const queuedActions = new Map<HTMLElement, QueuedAction>()
  const requestedIslands = new WeakSet<HTMLElement>()
  let isPosting = false

  const closest = (target: EventTarget | null, selector: string) =>
    target instanceof Element ? target.closest<HTMLElement>(selector) : null
  const pendingIsland = (target: EventTarget | null) => closest(target, '[data-island]:not([data-hydrated])')

  function requestCode(island: HTMLElement | null): void {
    const { src, preload = '' } = island?.dataset ?? {}
    if (!island || !src || requestedIslands.has(island)) return
    requestedIslands.add(island)
    for (const href of preload.split(' ').filter(Boolean)) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    const script = Object.assign(document.createElement('script'), { type: 'module', src })
    script.addEventListener('error', () => {
      requestedIslands.delete(island)
      postWithoutScript(island)
    })
    document.head.append(script)
  }

  function queueAction(island: HTMLElement, action: QueuedAction): void {
    requestCode(island)
    if (queuedActions.has(island)) return
    queuedActions.set(island, action)
    markBusy(action.button, true)
    setTimeout(() => queuedActions.get(island) === action && postWithoutScript(island), maxWaitMs)
  }

  /** Only a form with an action attribute can be posted. In other forms the queued action waits for the code. */
  function postWithoutScript(island: HTMLElement): void {
    const action = queuedActions.get(island)
    if (!action?.form?.hasAttribute('action')) return
    queuedActions.delete(island)
    markBusy(action.button, false)
    isPosting = true
    action.form.requestSubmit(action.button)
    isPosting = false
  }

  function markBusy(button: HTMLElement | null, isBusy: boolean): void {
    for (const name of ['aria-busy', 'aria-disabled']) {
      if (isBusy) button?.setAttribute(name, 'true')
      else button?.removeAttribute(name)
    }
  }

  function playOrPause(media: HTMLMediaElement | null): void {
    if (media?.paused) void media.play().catch(() => undefined)
    else media?.pause()
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
  // A dropped file is handled by its island, so the code is loaded as soon as the file enters the window.
  document.addEventListener('dragenter', () => {
    requestCode(pendingIsland(document.querySelector('[data-island] input[type=file]')))
  })
  document.addEventListener(
    'submit',
    (event) => {
      const island = pendingIsland(event.target)
      if (isPosting || !island || !(event.target instanceof HTMLFormElement)) return
      event.preventDefault()
      event.stopPropagation()
      queueAction(island, { form: event.target, button: event.submitter })
    },
    true,
  )
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event
      const island = pendingIsland(target)
      // A browser lets a page play in the press itself only, so it does not wait for the island.
      if (island && closest(target, '[data-plays]')) {
        event.stopPropagation()
        return playOrPause(island.querySelector('audio, video'))
      }
      // These two kinds of buttons work without an island. A link that its island replaces waits too, unless it is opened beside.
      const button = closest(
        target,
        'button[type=button]:not([popovertarget], [data-theme-switch]), a[data-repeats]',
      )
      if (!island || !button || !island.contains(button) || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      queueAction(island, { form: null, button })
    },
    true,
  )
  document.addEventListener('hydrated', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    target.setAttribute('data-hydrated', '')
    const action = queuedActions.get(target)
    queuedActions.delete(target)
    if (!action) return
    markBusy(action.button, false)
    if (!action.form) action.button.click()
    else if (action.form.isConnected) action.form.requestSubmit(action.button)
  })
  // A page that comes back from the back/forward cache must not stay busy.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const { button } of queuedActions.values()) markBusy(button, false)
    queuedActions.clear()
  })
}

/** The script's text. A build has it minified (vite/inline-scripts.ts). */
export const hydrationScript = `(${hydrateOnIntent})()`
