import { getAccount } from '../../../contract/account-settings.ts'
import { getUser } from '../../../contract/accounts.ts'
import { useRead, useRefresh, useShow } from '../../api/hooks.ts'

/** The account's own settings, and the ways to show what a change answered. */
export function useAccount() {
  const read = useRead(getAccount)
  const show = useShow(getAccount)
  const refresh = useRefresh()
  return { ...read, show, refreshUser: () => refresh(getUser) }
}
