/** Puts text on the clipboard. False where the browser would not: the page then says so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByHand(text)
  }
}

/** The old way, for plain http in a local network, where browsers give no clipboard. */
function copyByHand(text: string): boolean {
  const box = document.createElement('textarea')
  box.value = text
  box.className = 'sr-only'
  const before = document.activeElement
  document.body.append(box)
  box.select()
  const copied = document.execCommand('copy')
  box.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
