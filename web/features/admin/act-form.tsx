import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Form } from '../../ui/form.tsx'
import type { FormSchema } from '../../ui/form-schema.ts'

type ActFormProps<T> = {
  schema: FormSchema<T>
  /** The call this form makes, as `useAct` gives it. */
  act: { isPending: boolean; error: ApiError | null }
  send: (values: T) => void
  /** What the button does. */
  button: ReactNode
  tone?: 'primary' | 'danger' | 'ghost'
  className?: string
  children: ReactNode
}

/** What an administrator writes down about an act, and the button that does it, once. */
export function ActForm<T>({
  schema,
  act,
  send,
  button,
  tone = 'primary',
  className,
  children,
}: ActFormProps<T>) {
  return (
    <Form
      schema={schema}
      onSubmit={(values) => act.isPending || send(values)}
      errors={act.error?.fields}
      className={cn('grid gap-4', className)}
    >
      {children}
      <Button type="submit" variant={tone} busy={act.isPending}>
        {button}
      </Button>
    </Form>
  )
}
