import { readStored, removeStored, writeStored } from '../ui/browser-storage.ts'

/** What a visitor entered on the landing page, stored in sessionStorage until the upload form reads it. */
export type LandingDraft = {
  file?: { name: string; size: number; type: string }
  link?: string
  text?: string
  /** What was typed of its page, as values of the upload form. */
  page?: Record<string, string>
}

/** What a visitor can choose. */
export type LandingKind = Exclude<keyof LandingDraft, 'page'>

const storageKeys = {
  file: 'upload-file',
  link: 'upload-link',
  text: 'upload-text',
  page: 'upload-page',
} as const

/** A newer choice removes an older one of any kind. False when the browser refuses to store it. */
export function saveLandingDraft({ file, link, text, page }: LandingDraft): boolean {
  for (const key of Object.values(storageKeys)) removeStored('sessionStorage', key)
  const json = file && JSON.stringify({ name: file.name, size: file.size, type: file.type })
  return [
    json === undefined || writeStored('sessionStorage', storageKeys.file, json),
    !link || writeStored('sessionStorage', storageKeys.link, link),
    !text || writeStored('sessionStorage', storageKeys.text, text),
    !page || writeStored('sessionStorage', storageKeys.page, JSON.stringify(page)),
  ].every(Boolean)
}

/** The page that was made on the landing page, which the upload form has not read yet. */
export function keptPage(): LandingDraft['page'] {
  return parsePage(readStored('sessionStorage', storageKeys.page))
}

/** Returns the draft and removes it. */
export function takeLandingDraft(): LandingDraft {
  const file = parseFileInfo(takeItem(storageKeys.file))
  const page = parsePage(takeItem(storageKeys.page))
  return {
    link: takeItem(storageKeys.link),
    text: takeItem(storageKeys.text),
    ...(file && { file }),
    ...(page && { page }),
  }
}

function takeItem(key: string): string | undefined {
  const value = readStored('sessionStorage', key)
  removeStored('sessionStorage', key)
  return value
}

function parseFileInfo(json: string | undefined): LandingDraft['file'] {
  if (!json) return undefined
  try {
    const { name, size, type } = JSON.parse(json) ?? {}
    if (typeof name !== 'string' || typeof size !== 'number') return undefined
    return { name, size, type: typeof type === 'string' ? type : '' }
  } catch {
    return undefined
  }
}

function parsePage(json: string | null | undefined): LandingDraft['page'] {
  if (!json) return undefined
  try {
    const texts = Object.entries(Object(JSON.parse(json))).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return Object.fromEntries(texts)
  } catch {
    return undefined
  }
}
