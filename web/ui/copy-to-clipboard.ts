/** Puts text on the clipboard. False where the browser would not: the page then says so. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithExecCommand(text)
  }
}

/** The old way, for plain http in a local network, where browsers give no clipboard. */
function copyWithExecCommand(text: string): boolean {
  const textarea = document.createElement('textarea')
  textarea.value = text
  textarea.className = 'sr-only'
  const previousFocus = document.activeElement
  document.body.append(textarea)
  textarea.select()
  const copied = document.execCommand('copy')
  textarea.remove()
  if (previousFocus instanceof HTMLElement) previousFocus.focus()
  return copied
}
