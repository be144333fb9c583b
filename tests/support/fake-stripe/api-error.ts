type Body = { type: string; code?: string; message: string; param?: string; payment_intent?: unknown }

/** An error in Stripe's shape, with its status. */
export class StripeApiErrorResponse extends Error {
  readonly status: number
  readonly body: Body

  constructor(status: number, body: Body) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function invalid(message: string, rest: Partial<Body> = {}): StripeApiErrorResponse {
  return new StripeApiErrorResponse(400, { type: 'invalid_request_error', message, ...rest })
}

export function resourceMissing(type: string, id: string, param = 'id'): StripeApiErrorResponse {
  const message = `No such ${type}: '${id}'`
  return new StripeApiErrorResponse(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message,
    param,
  })
}

/** The object of an id. Throws Stripe's error for an unknown one. */
export function requireObject<T>(
  objects: Map<string, T>,
  id: string,
  { type, param }: { type: string; param?: string },
): T {
  const object = objects.get(id)
  if (!object) throw resourceMissing(type, id, param)
  return object
}
