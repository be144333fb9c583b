import type { ReactNode } from 'react'
import { useCurrentUser } from '../../api/query-hooks.ts'

/** Whether the viewer may act. Accountants only read; the server refuses their actions. */
export function useCanAct(): boolean {
  return useCurrentUser().data?.isAdmin === true
}

/** Shows its children to admins, and nothing to accountants. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return useCanAct() ? children : null
}
