import { AppError } from '../../domain/errors.ts'

/** The card provider did not answer in time, could not be reached, or said that it has trouble itself. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/** The card provider was not asked, because the calls before went unanswered. */
export class CircuitOpen extends ProviderAway {
  override name = 'CircuitOpen'
}

/** For `catch`: an unanswered call becomes a refusal with the caller's own sentence. Other errors stay as they are. */
export function refuseWhenAway(sentence: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ProviderAway) throw new AppError('provider_away', sentence)
    throw error
  }
}
