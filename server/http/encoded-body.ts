import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'
type Encoded = { bytes: Buffer; encoding?: Encoding }

/** A text's compressed variants, each made when it is first requested, and the text for clients that accept neither. */
export type EncodedBody = {
  /** For a request's Accept-Encoding. */
  encode(accepted: string | undefined): Promise<Encoded>
}

export function encodedBody(text: string, { uncompressed = text } = {}): EncodedBody {
  const plain: Encoded = { bytes: Buffer.from(uncompressed) }
  const bytes = uncompressed === text ? plain.bytes : Buffer.from(text)
  const started = new Map<Encoding, Promise<Encoded>>()

  async function compress(encoding: Encoding): Promise<Encoded> {
    return { bytes: await compressors[encoding](bytes), encoding }
  }

  return {
    async encode(accepted) {
      const encoding = bestEncoding(accepted)
      if (!encoding) return plain
      const result = started.get(encoding) ?? compress(encoding)
      started.set(encoding, result)
      return result
    },
  }
}

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        // Windows of 64 KiB hold a page. The default of 4 MiB costs more to allocate than to use.
        [constants.BROTLI_PARAM_LGWIN]: 16,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
}

function bestEncoding(accepted = ''): Encoding | undefined {
  // `q=0` refuses an encoding.
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accepted) ? 'gzip' : undefined
}
