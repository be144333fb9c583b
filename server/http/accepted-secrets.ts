import type { Ports } from '../ports/index.ts'

/** The secrets whose signatures are accepted: the instance's own, and those that SESSION_SECRET lists after it. */
export function acceptedSecrets({ secret, config }: Pick<Ports, 'secret' | 'config'>): Array<string> {
  return [secret, ...config.previousSecrets]
}
