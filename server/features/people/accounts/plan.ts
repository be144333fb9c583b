import { site } from '../../../../contract/site.ts'
import type { UserRow } from './repository.ts'

/** The plan that counts. Where the owner is the only creator, what Pro offers is theirs; the stored plan stays as it is. */
export function planOf({ plan }: Pick<UserRow, 'plan'>): UserRow['plan'] {
  return site().isSolo ? 'pro' : plan
}
