import type { CreatorRow } from './repository.ts'

/** The name that people see; a creator without one is known by the handle. */
export function creatorName({ firstName, handle }: Pick<CreatorRow, 'firstName' | 'handle'>): string {
  return firstName ?? `@${handle ?? ''}`
}
