import { ErrorState } from '../../ui/error-state.tsx'

/** Shown when a page throws while it renders. The navigation around it stays. */
export function PageError() {
  return (
    <div className="pt-10">
      <ErrorState
        title="This page didn’t load"
        description="Something went wrong on our side. Please try again."
        onRetry={() => location.reload()}
      />
    </div>
  )
}
