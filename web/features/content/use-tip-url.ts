import { getInstance } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'

/** The tip link of an item, under the address that the operator has set. */
export function useTipUrl(): (id: number) => string {
  const publicUrl = useApiQuery(getInstance).data?.publicUrl
  return (id) => `${publicUrl ?? location.origin}/p/${id}`
}
