/** What a visitor began on the landing page, kept in session storage until the upload form takes it over. */
export type KeptChoice = {
  file?: { name: string; size: number; type: string }
  link?: string
  text?: string
}

const keptKeys = { file: 'upload-file', link: 'upload-link', text: 'upload-text' } as const

export function keepChoice(choice: KeptChoice): void {
  if (choice.file) {
    const { name, size, type } = choice.file
    sessionStorage.setItem(keptKeys.file, JSON.stringify({ name, size, type }))
  }
  if (choice.link) sessionStorage.setItem(keptKeys.link, choice.link)
  if (choice.text) sessionStorage.setItem(keptKeys.text, choice.text)
}

/** What was kept, once: reading it removes it. */
export function takeChoice(): KeptChoice {
  const [file, link, text] = [take(keptKeys.file), take(keptKeys.link), take(keptKeys.text)]
  return { file: readFile(file), link, text }
}

function take(key: string): string | undefined {
  const value = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
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
