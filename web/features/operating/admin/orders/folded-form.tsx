import type { Route } from '../../../../../contract/route.ts'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { ActionForm, type ActionFormProps } from '../admin-actions.tsx'

type FoldedFormProps<R extends Route, T> = ActionFormProps<R, T> & { title: string }

/** A form that is seldom needed: its title opens it. */
export function FoldedForm<R extends Route, T>({ title, ...form }: FoldedFormProps<R, T>) {
  return (
    <Disclosure summary={<span className="font-semibold">{title}</span>}>
      <div className="mt-2 mb-3">
        <ActionForm {...form} tone="secondary" />
      </div>
    </Disclosure>
  )
}
