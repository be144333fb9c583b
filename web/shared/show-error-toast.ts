import type { ApiError } from '../api/api-error.ts'
import { toast } from '../ui/toast.ts'

/** Shows the error as a toast, unless a field of the form shows it. */
export function showErrorToast(error: ApiError, title: string): void {
  if (Object.keys(error.fields).length > 0) return
  toast({ title, description: error.userMessage, tone: 'destructive' })
}
