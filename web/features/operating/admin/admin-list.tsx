import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../api/client.ts'
import { type QueryLike, QueryState } from '../../../shared/query-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/form.tsx'
import type { FormSchema } from '../../../ui/form-schema.ts'
import { SkeletonList } from '../../../ui/skeleton.tsx'

type ActionFormProps<T> = {
  schema: FormSchema<T>
  /** The mutation, as `useAdminAction` returns it. */
  mutation: { isPending: boolean; error: ApiError | null }
  onSubmit: (values: T) => void
  /** The button's label. */
  submitLabel: ReactNode
  tone?: 'primary' | 'danger' | 'secondary'
  className?: string
  children: ReactNode
}

/** A form with the admin's note and the button of an action. */
export function ActionForm<T>({
  schema,
  mutation,
  onSubmit,
  submitLabel,
  tone = 'primary',
  className,
  children,
}: ActionFormProps<T>) {
  return (
    <Form
      schema={schema}
      onSubmit={(values) => mutation.isPending || onSubmit(values)}
      errors={mutation.error?.fields}
      className={clsx('grid gap-4', className)}
    >
      {children}
      <Button type="submit" variant={tone} isLoading={mutation.isPending}>
        {submitLabel}
      </Button>
    </Form>
  )
}

type AdminQueryStateProps<T> = {
  query: QueryLike<T>
  /** What is loaded, as the start of a sentence: `The alerts`. */
  subject: string
  children: (data: T) => ReactNode
}

/** Shows the data, or placeholder rows while it loads. */
export function AdminQueryState<T>({ query, subject, children }: AdminQueryStateProps<T>) {
  return (
    <QueryState query={query} subject={subject} skeleton={<SkeletonList label={`${subject}: loading…`} />}>
      {children}
    </QueryState>
  )
}
