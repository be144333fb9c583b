import type { CreatorRow } from './repository.ts'

/** The name on public pages and in emails; without a display name, the handle. */
export function creatorName({ firstName, handle }: Pick<CreatorRow, 'firstName' | 'handle'>): string {
  return firstName ?? `@${handle ?? ''}`
}
