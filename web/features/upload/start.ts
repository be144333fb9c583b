import type { ContentKind } from '../../../contract/content.ts'
import { takeChoice } from '../../ui/kept-choice.ts'
import { forgetFile, keepFile, seeFile, takeFile } from '../../ui/kept-file.ts'
import { type Begun, forgetForm, isSame, keepForm, keptForm } from './kept-form.ts'
import { kindOf, nothingTyped, type Typed } from './typed.ts'

/** What the form begins with. */
export type Start = {
  kind: ContentKind
  typed: Typed
  file?: File
  preview?: File
  /** A file that the browser could not keep. */
  pickAgain?: { name: string; size: number }
  /** A file that was on its way. */
  begun?: Begun
  /** The button that was pressed when the session ended: it is pressed again. */
  goOn?: string
  /** Whether this is what was left here, and not a fresh form. */
  isKept: boolean
}

/** Bytes of a file that is copied into the browser's own store while it is sent. A larger one is picked again. */
const mostKept = 256 * 1024 ** 2

/** Takes over what was begun on the landing page, once, or what this person left here; else their own defaults stand. */
export async function takeStart(who: number, defaults: Typed = {}, notKept?: ContentKind): Promise<Start> {
  const { file: chosen, link, text } = takeChoice()
  const kept = keptForm(who)
  const typed = {
    ...nothingTyped,
    ...defaults,
    ...kept?.typed,
    ...(link && { linkUrl: link }),
    ...(text && { textContent: text }),
  }
  const chosenKind = link ? 'link' : text ? 'text' : chosen ? 'file' : notKept
  const kind = chosenKind ?? kindOf(kept?.typed ?? {})
  const form = { kind, typed, isKept: kept !== undefined }
  if (chosen) return { ...form, ...(await chosenFile(chosen)) }
  return kept ? { ...form, ...(await leftFiles(kept)) } : form
}

/** Keeps the file itself beside what is known of it, where it is not too large for that. */
export async function keepSending(file: File): Promise<void> {
  if (file.size <= mostKept) await keepFile(file, 'upload-sending')
}

/** Keeps everything across a sign-in in the middle of it, and what was to be done. */
export async function keepForSignIn(
  who: number,
  { typed, file, preview }: { typed: Typed; file?: File; preview?: File },
): Promise<void> {
  keepForm(who, { typed, goOn: typed.status ?? 'published' })
  if (preview) await keepFile(preview, 'upload-preview')
  if (file) await keepSending(file)
}

/** Nothing is left of the form: it is published, or its person starts over. */
export async function forgetStart(): Promise<void> {
  forgetForm()
  await forgetFile('upload-sending')
  await forgetFile('upload-preview')
}

async function chosenFile(chosen: {
  name: string
  size: number
}): Promise<Pick<Start, 'file' | 'pickAgain'>> {
  const kept = await takeFile()
  const isIt = kept?.name === chosen.name && kept.size === chosen.size
  return isIt ? { file: kept } : { pickAgain: chosen }
}

async function leftFiles({ begun, goOn }: { begun?: Begun; goOn?: string }): Promise<Partial<Start>> {
  const file = await seeFile('upload-sending')
  const preview = await seeFile('upload-preview')
  const isIt = file !== undefined && (!begun || isSame(file, begun))
  return {
    ...(preview && { preview }),
    ...(begun && { begun }),
    ...(isIt && { file }),
    ...(isIt && goOn && { goOn }),
    ...(begun && !isIt && { pickAgain: begun }),
  }
}
