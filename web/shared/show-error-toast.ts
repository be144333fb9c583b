import type { ApiError } from '../api/api-error.ts'
import { toast } from '../ui/toast.ts'

/** Says why something was not done, unless a field of the form says it. */
export function showErrorToast(error: ApiError, title: string): void {
  if (Object.keys(error.fields).length > 0) return
  toast({ title, description: error.userMessage, tone: 'destructive' })
}
