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

const contents = '[aria-label=Contents]'

/** Marks the last section that has come into the upper third of the window. */
function markSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(`${contents} [data-links] a`)]
  const isPassed = ({ hash }: HTMLAnchorElement) =>
    (document.querySelector(hash)?.getBoundingClientRect().top ?? Infinity) < innerHeight / 3
  const current = links.findLast(isPassed) ?? links[0]
  for (const link of links) {
    if (link.hash === current?.hash) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}

/** Shows the sections, calls and events that have every word of the search, in place of the contents. */
function search(input: HTMLInputElement): void {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = [...document.querySelectorAll<HTMLElement>('main [id]')].flatMap((place) => {
    const title = place.querySelector(':scope > :is(h2, h3), :scope > summary > span')
    const text = `${place.id} ${title?.textContent}`.toLowerCase()
    return title && words.every((word) => text.includes(word)) ? [{ place, title }] : []
  })
  const nav = input.closest(contents)
  const [status, list] = [nav?.querySelector('[role=status]'), nav?.querySelector('ul')]
  if (!nav || !status || !list) return
  for (const links of nav.querySelectorAll<HTMLElement>('[data-links]')) links.hidden = words.length > 0
  list.hidden = words.length === 0
  status.textContent = words.length > 0 ? `${found.length || 'Nothing'} found` : ''
  list.replaceChildren(
    ...found.map(({ place, title }) => {
      const [row, link] = [document.createElement('li'), document.createElement('a')]
      link.href = `#${place.id}`
      link.append(...(title.querySelector('a') ?? title).cloneNode(true).childNodes)
      row.append(link)
      return row
    }),
  )
}

/** Goes to the search box, which is in the closed contents of a narrow screen. */
function goToSearch(): void {
  const folded = document.querySelector<HTMLDetailsElement>('details[data-contents]')
  if (folded?.offsetHeight) folded.open = true
  const boxes = [...document.querySelectorAll<HTMLElement>(`${contents} [type=search]`)]
  boxes.find((box) => box.offsetHeight)?.focus()
}

openTarget()

const observer = new IntersectionObserver(markSection, { rootMargin: '0px 0px -66%' })
for (const section of document.querySelectorAll('main section[id]')) observer.observe(section)

document.addEventListener('input', ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === 'search') search(target)
})
document.addEventListener('keydown', (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event
  const box = target instanceof HTMLInputElement && target.type === 'search' ? target : undefined
  if (box && key === 'Enter') box.closest(contents)?.querySelector<HTMLElement>('ul a')?.click()
  if (box || key !== '/' || ctrlKey || metaKey || altKey) return
  event.preventDefault()
  goToSearch()
})
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
