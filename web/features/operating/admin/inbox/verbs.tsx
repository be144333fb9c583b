import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Route } from '../../../../../contract/route.ts'
import type { RequestInput } from '../../../../api/types.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Form } from '../../../../ui/form.tsx'
import type { FormSchema } from '../../../../ui/form-schema.ts'
import { useAdminAction } from '../admin-actions.tsx'
import { useDecision } from './decision-context.ts'

type VerbProps<R extends Route> = {
  label: string
  route: R
  input: RequestInput<R>
  /** What the toast says. */
  title: string
  variant?: ComponentProps<typeof Button>['variant']
}

/** A decision that can be undone for ten seconds. */
export function Verb<R extends Route>({ label, route, input, title, variant = 'secondary' }: VerbProps<R>) {
  const { defer } = useDecision()
  return (
    <Button variant={variant} onClick={() => defer({ route, input, title })}>
      {label}
    </Button>
  )
}

/** A decision that moves money or repeats work: done at once, and for good. */
export function FinalVerb<R extends Route>({
  label,
  route,
  input,
  title,
  variant = 'primary',
}: VerbProps<R>) {
  const { done } = useDecision()
  const action = useAdminAction(route, { successMessage: title, onSuccess: done })
  return (
    <Button variant={variant} isLoading={action.isPending} onClick={() => action.mutate(input)}>
      {label}
    </Button>
  )
}

type VerbDialogProps<R extends Route, T> = Omit<VerbProps<R>, 'input' | 'title'> & {
  heading: string
  description: string
  schema: FormSchema<T>
  toDecision: (values: T) => { input: RequestInput<R>; title: string }
  tone?: 'primary' | 'danger'
  children: ReactNode
}

/** A decision with words to somebody, which can be undone for ten seconds after the dialog. */
export function VerbDialog<R extends Route, T>(props: VerbDialogProps<R, T>) {
  const { label, route, variant = 'secondary', heading, description, schema, toDecision, tone } = props
  const { defer } = useDecision()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={heading} description={description}>
        <Form
          schema={schema}
          onSubmit={(values) => {
            setIsOpen(false)
            defer({ route, ...toDecision(values) })
          }}
          className="grid gap-4"
        >
          {props.children}
          <Button type="submit" variant={tone ?? 'primary'}>
            {label}
          </Button>
        </Form>
      </Dialog>
    </>
  )
}
