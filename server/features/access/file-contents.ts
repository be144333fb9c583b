/** Readers of PDFs look for the header in so many bytes. */
export const pdfHeaderBytes = 1024
/** The part of a text that tells its encoding. */
export const charsetSampleBytes = 64 * 1024

/**
 * Whether a file begins as a PDF. A byte order mark or other bytes may come before the header, but no tag: a file that is
 * also a page is not shown.
 */
export function hasPdfHeader(start: Uint8Array): boolean {
  return /^[^<]*?%PDF-/.test(new TextDecoder('latin1').decode(start))
}

/** Encodings before UTF-8, and the letters that only a text in that encoding has. */
const olderEncodings = [
  { charset: 'shift_jis', letters: /[\u3041-\u30ff]/ },
  { charset: 'euc-jp', letters: /[\u3041-\u30ff]/ },
] as const

/**
 * The encoding of a text by its first bytes: UTF-8 where they are that, otherwise an older one. A byte order mark wins in
 * every browser.
 */
export function textCharset(start: Uint8Array): string {
  if (decode('utf-8', start) !== undefined) return 'utf-8'
  const older = olderEncodings.find(({ charset, letters }) => letters.test(decode(charset, start) ?? ''))
  return older?.charset ?? 'windows-1252'
}

/** Undefined when the bytes are not in this encoding. The last character may be cut. */
function decode(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
