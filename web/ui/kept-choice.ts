import { readStored, removeStored, writeStored } from './browser-storage.ts'

/** What a visitor began on the landing page, kept in session storage until the upload form takes it over. */
export type KeptChoice = {
  file?: { name: string; size: number; type: string }
  link?: string
  text?: string
}

const keptKeys = { file: 'upload-file', link: 'upload-link', text: 'upload-text' } as const

/** False when the browser refuses to keep it. */
export function keepChoice({ file, link, text }: KeptChoice): boolean {
  const json = file && JSON.stringify({ name: file.name, size: file.size, type: file.type })
  return [
    json === undefined || writeStored('sessionStorage', keptKeys.file, json),
    !link || writeStored('sessionStorage', keptKeys.link, link),
    !text || writeStored('sessionStorage', keptKeys.text, text),
  ].every(Boolean)
}

/** What was kept, once: reading it removes it. */
export function takeChoice(): KeptChoice {
  const [file, link, text] = [take(keptKeys.file), take(keptKeys.link), take(keptKeys.text)]
  return { file: readFile(file), link, text }
}

function take(key: string): string | undefined {
  const value = readStored('sessionStorage', key)
  removeStored('sessionStorage', key)
  return value
}

function readFile(json: string | undefined): KeptChoice['file'] {
  if (!json) return undefined
  try {
    const { name, size, type } = JSON.parse(json) ?? {}
    if (typeof name !== 'string' || typeof size !== 'number') return undefined
    return { name, size, type: typeof type === 'string' ? type : '' }
  } catch {
    return undefined
  }
}
