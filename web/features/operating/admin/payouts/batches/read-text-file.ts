const maxBytes = 2_000_000

/**
 * The text of a file that a provider or a spreadsheet has written: UTF-8, or UTF-16 with its mark, or else the letters of
 * Windows. Undefined for one that is too large to be a result.
 */
export async function readTextFile(file: Blob): Promise<string | undefined> {
  if (file.size > maxBytes) return undefined
  // A binary file becomes text that is recognized as none; a request can't have the character 0.
  return decodeText(new Uint8Array(await file.arrayBuffer())).replaceAll('\u0000', '\u0001')
}

export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
