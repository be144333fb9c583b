const intents = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll'] as const

/**
 * Resolves at the first sign that a person is using the page. Parts of a page that the server has rendered are readable
 * without their code, which can wait for it.
 */
export function firstIntent(): Promise<void> {
  return new Promise((resolve) => {
    for (const intent of intents)
      document.addEventListener(intent, () => resolve(), { once: true, capture: true, passive: true })
  })
}
