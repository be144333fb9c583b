/** Copies text to the clipboard. False when the browser refuses; the page then shows a message. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithExecCommand(text)
  }
}

/** The fallback for plain HTTP, where browsers offer no clipboard API. */
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
