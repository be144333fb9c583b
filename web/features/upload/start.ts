import type { ContentKind } from '../../../contract/content.ts'
import { keepChoice, takeChoice } from '../../ui/kept-choice.ts'
import { keepFile, takeFile } from '../../ui/kept-file.ts'
import { kindOf, nothingTyped, type Typed } from './typed.ts'

/** What the form begins with. `pickAgain` is a file that the browser could not keep across sign-in. */
export type Start = {
  kind: ContentKind
  typed: Typed
  file?: File
  pickAgain?: { name: string; size: number }
}

const draftKey = 'upload-draft'

/** Takes over what was begun on the landing page, or here before a sign-in. It is handed out once. */
export async function takeStart(): Promise<Start> {
  const { file: chosen, link, text } = takeChoice()
  const draft = takeDraft()
  const typed = {
    ...nothingTyped,
    ...draft,
    ...(link && { linkUrl: link }),
    ...(text && { textContent: text }),
  }
  const kind = link ? 'link' : text ? 'text' : kindOf(draft)
  if (!chosen) return { kind, typed }

  const kept = await takeFile()
  const isIt = kept?.name === chosen.name && kept.size === chosen.size
  return isIt ? { kind, typed, file: kept } : { kind, typed, pickAgain: chosen }
}

/** Keeps the form across a sign-in in the middle of it. */
export function keepForm(typed: Typed, file: File | undefined): void {
  sessionStorage.setItem(draftKey, JSON.stringify(typed))
  if (!file) return
  keepChoice({ file })
  void keepFile(file)
}

function takeDraft(): Typed {
  const json = sessionStorage.getItem(draftKey)
  sessionStorage.removeItem(draftKey)
  try {
    const entries = Object.entries(JSON.parse(json ?? '{}') ?? {})
    return Object.fromEntries(entries.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  } catch {
    return {}
  }
}
