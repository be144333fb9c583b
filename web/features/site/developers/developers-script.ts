/*
 * Runs on the page for developers, which can be read without it. It imports nothing: what other pages share is in files
 * with React, which this page doesn't load.
 */

/** Shows every example in a language. One that doesn't have it stays as it is. */
function choose(language: string): void {
  for (const tab of document.querySelectorAll<HTMLInputElement>('.code > input'))
    if (tab.value === language) tab.checked = true
}

async function copy(button: HTMLElement): Promise<void> {
  const texts = [...(button.closest('.code')?.querySelectorAll('pre') ?? [])]
  const shown = texts.find((text) => text.offsetHeight > 0)
  const label = button.querySelector('span')
  if (!shown || !label) return
  try {
    await navigator.clipboard.writeText(shown.innerText)
    label.textContent = 'Copied'
  } catch {
    // Refused, or not there, as on a site without TLS.
    label.textContent = 'Select it, then copy'
  }
  setTimeout(() => {
    label.textContent = 'Copy'
  }, 2_000)
}

/** A call or an event that a link leads to. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
}

openTarget()

addEventListener('hashchange', openTarget)
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && target.matches('.code > input')) choose(target.value)
})
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('[data-copy]')
  if (button) void copy(button)
  // The contents cover what they lead to on a narrow screen.
  if (target.closest('details[data-contents] a')) target.closest('details')?.removeAttribute('open')
})
