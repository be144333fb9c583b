import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type CreatorContent, listContent } from '../../../../contract/content.ts'
import {
  createDiscountBatch,
  DiscountBatchInput,
  exportDiscountBatch,
  listDiscounts,
} from '../../../../contract/discounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { formState, toTerms } from './form-state.ts'
import { mergeItems } from './item-search.tsx'
import { TermFields } from './term-fields.tsx'

/** The button creates the codes and downloads them in one press. */
export function DiscountBatch() {
  const [state, setState] = useState(() => formState())
  const [list, setList] = useState({ count: '200', prefix: '', label: '' })
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const create = useApiMutation(createDiscountBatch, {
    onSuccess: ({ id }) => {
      void refresh(listDiscounts)
      location.assign(buildUrl(exportDiscountBatch, { params: { id } }))
      navigate('/discounts')
    },
  })
  const items = useApiQuery(listContent)
  const [found, setFound] = useState<Array<CreatorContent>>([])
  const withFound = (all: Array<CreatorContent>) => mergeItems(all, found)
  const addFound = (item: CreatorContent) => setFound([...found, item])
  const { data: instance } = useApiQuery(getInstance)
  const count = Number(list.count.replace(/[,.\s]/g, ''))
  const input = { ...toTerms(state), count, prefix: list.prefix, label: list.label }
  return (
    <div className="mx-auto grid w-full max-w-[680px] grid-cols-[minmax(0,1fr)] gap-3 pt-3">
      <BackLink href="/discounts">Discounts</BackLink>
      <QueryState
        query={items}
        subject="Your items"
        skeleton={<SkeletonBlocks label="Loading your items" sizes={['h-96']} />}
      >
        {(all) => (
          <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <div>
              <h1 className="text-xl">Many codes at once</h1>
              <p className="text-ink-soft">One use each. For a mailing list, a course, a stall.</p>
            </div>
            <Form
              schema={{ safeParse: () => DiscountBatchInput.safeParse(input) }}
              onSubmit={(body) => create.isPending || create.mutate({ body })}
              errors={create.error?.fields}
              className="grid grid-cols-[minmax(0,1fr)] gap-6"
            >
              <div className="grid gap-6 sm:grid-cols-2">
                <Field label="How many" name="count" hint="Up to 10,000">
                  <Input
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={6}
                    value={list.count}
                    onChange={({ target }) => setList({ ...list, count: target.value })}
                  />
                </Field>
                <Field label="Begin with" name="prefix" isOptional hint={`Such as ${example(list.prefix)}`}>
                  <Input
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    maxLength={30}
                    placeholder="SALT-"
                    value={list.prefix}
                    onChange={({ target }) => setList({ ...list, prefix: target.value })}
                  />
                </Field>
              </div>
              <Field label="Name of this list" name="label" hint="Only you see it.">
                <Input
                  autoComplete="off"
                  maxLength={limits.maxBatchLabelLength}
                  value={list.label}
                  onChange={({ target }) => setList({ ...list, label: target.value })}
                />
              </Field>
              <TermFields
                state={state}
                onChange={(part) => setState({ ...state, ...part })}
                items={withFound(all)}
                onFind={addFound}
                currency={instance?.currency ?? 'USD'}
              />
              {create.error && Object.keys(create.error.fields).length === 0 && (
                <p role="alert" className="text-danger">
                  {create.error.userMessage}
                </p>
              )}
              <Button
                type="submit"
                isLoading={create.isPending}
                className="max-sm:w-full sm:justify-self-start"
              >
                <Download aria-hidden />
                {count > 0
                  ? `Create ${formatCount(count)} codes and download CSV`
                  : 'Create codes and download CSV'}
              </Button>
            </Form>
          </Card>
        )}
      </QueryState>
    </div>
  )
}

function example(prefix: string): string {
  return `${prefix.trim().toUpperCase()}7KQ2-M9XD`
}
