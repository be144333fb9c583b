import { screenLimits } from '../../../../contract/screen-limits.ts'

/** The host of a referrer, never its path. Empty without a referrer. */
export function hostOf(referrer: string): string {
  return URL.parse(referrer)?.host ?? ''
}

const names = [
  'amount',
  'problem',
  'email',
  'supporterName',
  'supporterMessage',
  'isSupporterPrivate',
  'again',
  'tellme',
]

/** Whether `parsePayFormDefaults` reads this query parameter. */
export function isTipQueryName(name: string): boolean {
  return names.includes(name) || utmName.test(name)
}

/** What a link of an access page or an email has to prove that its holder owns something. */
export function ownerPriceInput({
  params,
  query,
}: {
  params: Record<string, string>
  query: URLSearchParams
}): { params: { id: string | undefined }; query: { owner?: string } } {
  const owner = query.get('owner')
  return { params: { id: params.id }, query: owner ? { owner } : {} }
}

const utmName = /^utm_[a-z]+$/

/** The `utm_*` parameters of a link, which are stored with the view and the sale. */
export function utmParametersFrom(query: URLSearchParams): string {
  const parameters = [...query].filter(([name, value]) => utmName.test(name) && value)
  return String(new URLSearchParams(parameters)).slice(0, screenLimits.maxUtmParametersLength)
}
