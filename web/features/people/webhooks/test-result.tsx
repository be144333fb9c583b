import type { WebhookTest } from '../../../../contract/webhook-endpoints.ts'

/** What a test was answered, in a sentence. */
export function TestResult({ result: { status, durationMs, problem } }: { result: WebhookTest }) {
  return (
    <p role="status" className="text-sm">
      {problem === '' ? (
        <>
          <strong>Test sent.</strong> It answered {status} in {seconds(durationMs)}.
        </>
      ) : (
        <span className="text-danger">
          <strong>{status === null ? 'The test didn’t arrive.' : 'Test sent.'}</strong> {problem}
        </span>
      )}
    </p>
  )
}

/** `0.2 s` */
export function seconds(ms: number): string {
  return `${(Math.max(ms, 100) / 1_000).toFixed(1).replace(/\.0$/, '')} s`
}
