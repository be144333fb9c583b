import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import type { LicenseAnswer } from '../../../../contract/licenses.ts'
import { canonicalJson } from '../../../../domain/canonical-json.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import type { Ports } from '../../../ports/index.ts'

type Signer = { kid: string; x: string; pem: string; privateKey: KeyObject }
type Secrets = Pick<Ports, 'secret' | 'config'>

/**
 * The newest key, and those of replaced secrets, whose proofs apps may still have. A key is derived from the secret of the
 * instance: all processes have the same, and none is stored.
 */
function signers(ports: Secrets): [Signer, ...Array<Signer>] {
  const [newest, ...older] = acceptedSecrets(ports)
  return [signerOf(newest ?? ports.secret), ...older.map(signerOf)]
}

const known = new Map<string, Signer>()

function signerOf(secret: string): Signer {
  const signer = known.get(secret) ?? deriveSigner(secret)
  known.set(secret, signer)
  return signer
}

/** Any 32 bytes are a private key of Ed25519. These bytes say so, in the form that node reads (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

function deriveSigner(secret: string): Signer {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'license proofs', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(x).digest('base64url').slice(0, 16)
  return { kid, x, pem: publicKey.export({ format: 'pem', type: 'spki' }).toString(), privateKey }
}

/** What apps check proofs with. */
export function publicSigners(ports: Secrets) {
  return {
    keys: signers(ports).map(({ kid, x, pem }) => ({
      kty: 'OKP' as const,
      crv: 'Ed25519' as const,
      use: 'sig' as const,
      kid,
      x,
      pem,
    })),
  }
}

/** Signs an answer for one device, so that nobody can use it on another one. */
export function signAnswer(
  ports: Secrets,
  answer: Omit<LicenseAnswer, 'proof'>,
  fingerprint: string,
): NonNullable<LicenseAnswer['proof']> {
  const [{ kid, privateKey }] = signers(ports)
  const payload = canonicalJson({ ...answer, fingerprint })
  return {
    keyId: kid,
    payload,
    signature: sign(null, Buffer.from(payload), privateKey).toString('base64url'),
  }
}
