import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Route } from '../../../../contract/route.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import type { RequestInput } from '../../../api/types.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import type { FormSchema } from '../../../ui/form-schema.ts'
import { toast } from '../../../ui/toast.ts'
import { useCanAct } from './admin-layout.tsx'

const allAdminQueries = { path: '/api/admin' }

/** Amounts, lists and counts of the admin pages depend on each other, so an action refetches all of them. */
export function useAdminAction<R extends Route>(
  route: R,
  { successMessage, onSuccess }: { successMessage: string; onSuccess?: (() => void) | undefined },
) {
  const refresh = useInvalidateQueries()
  return useApiMutation(route, {
    onSuccess: () => {
      toast({ title: successMessage, tone: 'success' })
      void refresh(allAdminQueries)
      onSuccess?.()
    },
    onError: (error) => {
      showErrorToast(error, 'That didn’t work')
      if (error.code === 'conflict') void refresh(allAdminQueries)
    },
  })
}

type Action<R extends Route> = { route: R; successMessage: string }

type TriggerProps = Pick<
  ComponentProps<typeof Button>,
  'variant' | 'size' | 'disabled' | 'className' | 'aria-label'
> & {
  label: ReactNode
  /** What the action is about, for screen readers. */
  context?: string
}

function Trigger({ label, context, ...button }: TriggerProps & { isLoading?: boolean; onClick: () => void }) {
  if (!useCanAct()) return null
  return (
    <Button variant="secondary" {...button}>
      {label}
      {context && <span className="sr-only">{context}</span>}
    </Button>
  )
}

type ActionButtonProps<R extends Route> = Action<R> & TriggerProps & { input: RequestInput<R> }

export function ActionButton<R extends Route>({
  route,
  successMessage,
  input,
  ...trigger
}: ActionButtonProps<R>) {
  const action = useAdminAction(route, { successMessage })
  return <Trigger {...trigger} isLoading={action.isPending} onClick={() => action.mutate(input)} />
}

type ConfirmButtonProps<R extends Route> = ActionButtonProps<R> & {
  label: string
  title: string
  description: string
  tone?: 'primary' | 'danger'
}

export function ConfirmButton<R extends Route>(props: ConfirmButtonProps<R>) {
  const { route, successMessage, input, title, description, tone, ...trigger } = props
  const [isOpen, setIsOpen] = useState(false)
  const action = useAdminAction(route, { successMessage, onSuccess: () => setIsOpen(false) })
  return (
    <>
      <Trigger {...trigger} onClick={() => setIsOpen(true)} />
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={title}
        description={description}
        confirmLabel={props.label}
        tone={tone}
        isLoading={action.isPending}
        onConfirm={() => action.mutate(input)}
      />
    </>
  )
}

export type ActionFormProps<R extends Route, T> = Action<R> & {
  schema: FormSchema<T>
  toInput: (values: T) => RequestInput<R>
  onSuccess?: () => void
  submitLabel: ReactNode
  tone?: 'primary' | 'danger' | 'secondary'
  children: ReactNode
}

export function ActionForm<R extends Route, T>(props: ActionFormProps<R, T>) {
  const { route, successMessage, schema, toInput, onSuccess, submitLabel, tone = 'primary' } = props
  const action = useAdminAction(route, { successMessage, onSuccess })
  return (
    <Form
      schema={schema}
      onSubmit={(values) => action.isPending || action.mutate(toInput(values))}
      errors={action.error?.fields}
      className="grid gap-4"
    >
      {props.children}
      <Button type="submit" variant={tone} isLoading={action.isPending}>
        {submitLabel}
      </Button>
    </Form>
  )
}

type ActionDialogProps<R extends Route, T> = Omit<ActionFormProps<R, T>, 'onSuccess'> & {
  button: TriggerProps
  title: string
  description: string
}

export function ActionDialog<R extends Route, T>(props: ActionDialogProps<R, T>) {
  const { button, title, description, ...form } = props
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Trigger {...button} onClick={() => setIsOpen(true)} />
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={title} description={description}>
        <ActionForm {...form} onSuccess={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
