import { AppError } from '../../domain/errors.ts'

/** The card provider did not answer in time, could not be reached, or reported an outage. */
export class ProviderUnavailableError extends Error {
  override name = 'ProviderUnavailableError'
}

/** The card provider answered that we call it too often, and did nothing. It is well, and a repetition will be answered. */
export class ProviderBusyError extends ProviderUnavailableError {
  override name = 'ProviderBusyError'
}

/** The card provider was not called, because the circuit breaker is open. */
export class CircuitOpenError extends ProviderUnavailableError {
  override name = 'CircuitOpenError'
}

/** For `catch`: turns an unanswered call into an AppError with the caller's message. Other errors are rethrown. */
export function rejectWhenUnavailable(message: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProviderUnavailableError) throw new AppError('provider_unavailable', message)
    throw error
  }
}
