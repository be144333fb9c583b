import { screenLimits } from '../../../../contract/limits.ts'

const utmName = /^utm_[a-z]+$/

export function isUtmName(name: string): boolean {
  return utmName.test(name)
}

/** The `utm_*` parameters of a link, which are stored with the view and the sale. */
export function utmParametersFrom(query: URLSearchParams): string {
  const parameters = [...query].filter(([name, value]) => isUtmName(name) && value)
  return String(new URLSearchParams(parameters)).slice(0, screenLimits.maxUtmParametersLength)
}
