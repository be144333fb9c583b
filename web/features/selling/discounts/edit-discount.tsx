import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { listContent } from '../../../../contract/content.ts'
import {
  createDiscount,
  type Discount,
  listDiscounts,
  readDiscount,
  updateDiscount,
} from '../../../../contract/discounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { BackLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { DiscountForm } from './discount-form.tsx'
import { ReadyCard } from './ready-card.tsx'

export function NewDiscount() {
  const [made, setMade] = useState<Discount>()
  const refresh = useInvalidateQueries()
  const create = useApiMutation(createDiscount, {
    onSuccess: (discount) => {
      setMade(discount)
      void refresh(listDiscounts)
    },
  })
  const items = useApiQuery(listContent)
  const { data: instance } = useApiQuery(getInstance)
  return (
    <Page>
      <QueryState
        query={items}
        subject="Your items"
        skeleton={<SkeletonBlocks label="Loading your items" sizes={['h-96']} />}
      >
        {(all) =>
          made ? (
            <ReadyCard discount={made} items={all} />
          ) : (
            <DiscountForm
              title="New discount"
              submitLabel="Create discount"
              items={all}
              currency={instance?.currency ?? 'USD'}
              isSaving={create.isPending}
              error={create.error}
              onSubmit={(body) => create.mutate({ body })}
            />
          )
        }
      </QueryState>
    </Page>
  )
}

export function EditDiscount({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const refresh = useInvalidateQueries()
  const discount = useApiQuery(readDiscount, { params: { id } })
  const items = useApiQuery(listContent)
  const update = useApiMutation(updateDiscount, {
    onSuccess: ({ code }) => {
      toast({ title: `${code} is saved`, description: 'It counts for later checkouts.', tone: 'success' })
      void refresh(listDiscounts)
      navigate('/discounts')
    },
  })
  return (
    <Page>
      <QueryState
        query={discount}
        subject="This discount"
        skeleton={<SkeletonBlocks label="Loading the discount" sizes={['h-96']} />}
      >
        {(found) => (
          <QueryState
            query={items}
            subject="Your items"
            skeleton={<SkeletonBlocks label="Loading your items" sizes={['h-96']} />}
          >
            {(all) => (
              <DiscountForm
                title={`Edit ${found.code}`}
                submitLabel="Save"
                discount={found}
                items={all}
                currency={found.currency}
                isSaving={update.isPending}
                error={update.error}
                onSubmit={(body) => update.mutate({ params: { id }, body })}
              />
            )}
          </QueryState>
        )}
      </QueryState>
    </Page>
  )
}

function Page({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
      <BackLink href="/discounts">Discounts</BackLink>
      {children}
    </div>
  )
}
