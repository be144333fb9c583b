import { toShownName } from '../../../contract/names.ts'
import type { CreatorRow } from './repository.ts'

/** The name on public pages and in emails; without a display name that strangers may see, the handle. */
export function creatorName({ firstName, handle }: Pick<CreatorRow, 'firstName' | 'handle'>): string {
  return toShownName(firstName) ?? `@${handle ?? ''}`
}
