import { limits } from '../../contract/limits.ts'
import { cut } from '../../domain/truncate.ts'

/** A title suggested from a file name: `harbour_loops-02.wav` is `Harbour loops 02`. */
export function titleFromFileName(fileName: string): string {
  const baseName = fileName.replace(/(?<=.)\.[a-z0-9]{1,5}$/i, '')
  // Dates keep their hyphens: 2026-03-01.
  const words = baseName
    .replace(/_+/g, ' ')
    .replace(/(?<!\d)-+|-+(?!\d)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const title = words || fileName
  const [first = ''] = title
  return cut(first.toUpperCase() + title.slice(first.length), limits.maxTitleLength)
}
