import { useCurrentUser } from '../../api/query-hooks.ts'
import { Card } from '../../ui/card.tsx'
import { FeedbackForm } from './feedback-form.tsx'

export function FeedbackPage() {
  const { data: viewer } = useCurrentUser()
  return (
    <div className="mx-auto grid max-w-[640px] gap-6 pt-8 sm:pt-12">
      <div className="grid gap-2">
        <h1 className="text-2xl">Feedback</h1>
        <p className="text-ink-soft">Found a bug? Missing something? Have an idea? We read every message.</p>
      </div>
      <Card padding="none" className="p-5 sm:p-7">
        <FeedbackForm email={viewer?.email ?? ''} isPro={viewer?.plan === 'pro'} />
      </Card>
    </div>
  )
}
