import { attributeSource } from '../../domain/view-attribution.ts'

/** Where a sale came from, by its link's parameters or its referrer: `newsletter`, `forum.example.org`. */
export function sourceLabel(utmParameters: string): string {
  return attributeSource({ utmParameters, referrer: '', ownHost: '' }) || utmParameters
}
