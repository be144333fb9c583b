export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then. Revoking the URL frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
