type Body = { type: string; code?: string; message: string; param?: string; payment_intent?: unknown }

/** An error in Stripe's shape, with its status. */
export class Refusal extends Error {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalid(message: string, rest: Partial<Body> = {}): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, ...rest })
}

export function missing(what: string, id: string, param = 'id'): Refusal {
  const message = `No such ${what}: '${id}'`
  return new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** The object of an id. Throws the refusal Stripe gives for an unknown one. */
export function found<T>(
  shelf: Map<string, T>,
  id: string,
  { what, param }: { what: string; param?: string },
): T {
  const thing = shelf.get(id)
  if (!thing) throw missing(what, id, param)
  return thing
}
