import { kinds } from '../../../../../domain/part-kinds.ts'
import { sampleKindOf } from '../../../../../domain/teaser.ts'
import { formatCount } from '../../../../ui/format.ts'
import { contentKindOf, type FormValues, isFree, isPayWhatYouWant } from './form-values.ts'

/** What a closed row of the form says, and whether it is about something that is filled in. */
type RowState = { state: string; isSet: boolean }

export type PreviewSource = {
  /** The name of the file that a preview is made from. */
  fileName?: string | undefined
  /** Whether a list of parts has a text among other kinds. */
  hasText?: boolean | undefined
  canPreviewPdf: boolean
}

/** Undefined when no preview can be made of what is sold. */
export function previewState(values: FormValues, source: PreviewSource): RowState | undefined {
  const { fileName, hasText, canPreviewPdf } = source
  const { teaser } = kinds[contentKindOf(values)]
  const sample =
    teaser === 'recording or pages' && fileName !== undefined ? sampleKindOf(fileName) : undefined
  const { teaserSeconds, teaserPages, teaserWords } = values
  const said = [
    sample === 'recording' && teaserSeconds && `${teaserSeconds} seconds of the recording`,
    sample === 'pages' && teaserPages && (teaserPages === '1' ? 'First page' : `First ${teaserPages} pages`),
    (teaser === 'words' || hasText) && teaserWords && `First ${teaserWords} words`,
  ].filter(Boolean)
  if (said.length > 0) return { state: said.join(', '), isSet: true }
  if (sample === 'recording') return { state: 'Some seconds that everyone can play', isSet: false }
  if (sample === 'pages' && canPreviewPdf) return { state: 'Some pages that everyone can see', isSet: false }
  return teaser === 'words' || hasText
    ? { state: 'Some words that everyone can read', isSet: false }
    : undefined
}

export function insideState({ whatsInside = '' }: FormValues): RowState {
  const lines = whatsInside.split('\n').flatMap((line) => line.trim() || [])
  return lines.length > 0
    ? { state: lines.join(', '), isSet: true }
    : { state: 'Tracks, pages, formats', isSet: false }
}

export function noteState({ thankYouNote = '' }: FormValues): RowState {
  const note = thankYouNote.trim()
  return note
    ? { state: note, isSet: true }
    : { state: 'Stands on the buyer’s page and in the email', isSet: false }
}

/** Undefined for what is free: nobody supports it, and it earns nothing. */
export function shownState(values: FormValues): RowState | undefined {
  if (isFree(values)) return undefined
  const shown = [
    values.showSupporters === 'true' && 'supporters',
    values.showEarnings === 'true' && 'earnings',
  ].filter(Boolean)
  return {
    state: shown.length > 0 ? `Shows ${shown.join(' and ')}` : 'Shows neither supporters nor earnings',
    isSet: true,
  }
}

export function amountsState(values: FormValues): RowState | undefined {
  if (!isPayWhatYouWant(values)) return undefined
  const amounts = values.suggestedAmounts?.trim()
  const prefilled = values.suggestedAmount?.trim()
  if (!amounts && !prefilled) return { state: 'We pick them from what people pay', isSet: false }
  return { state: [amounts, prefilled && `starts with ${prefilled}`].filter(Boolean).join(', '), isSet: true }
}

export function waysState(values: FormValues): RowState {
  const isFixedPrice = !isPayWhatYouWant(values) && !isFree(values)
  const used = [
    values.limitsCopies === 'true' && 'limited copies',
    values.hasRelease === 'true' && 'a release day',
    isFixedPrice && values.offersTip === 'true' && 'a tip on top',
    isFixedPrice && values.isUpgrade === 'true' && 'an upgrade price',
  ].filter((one) => one !== false)
  if (used.length === 0)
    return {
      state: isFixedPrice ? 'Copies, release day, tip on top, upgrade' : 'Copies, release day',
      isSet: false,
    }
  const text = used.join(', ')
  return { state: text.charAt(0).toUpperCase() + text.slice(1), isSet: true }
}

export function followersTitle(count: number | undefined): string {
  if (!count) return 'Email your followers'
  return count === 1 ? 'Email your follower' : `Email your ${formatCount(count)} followers`
}
