/** A device key in software: answers WebAuthn options as a browser with an authenticator does. ES256, no attestation. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

type Options = Record<string, unknown>;

/** What a test may want otherwise than it should be. */
type Faults = {
  origin?: string;
  rp?: string;
  challenge?: string;
  counter?: number;
  isVerified?: boolean;
  userHandle?: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export function openAuthenticator(origin: string) {
  const rp = new URL(origin).hostname;
  const id = randomBytes(32);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  let handle = '';
  const head = (flags: number, wanted: Faults) =>
    Buffer.concat([
      createHash('sha256')
        .update(wanted.rp ?? rp)
        .digest(),
      Buffer.from([flags & ~(wanted.isVerified === false ? VERIFIED : 0)]),
      uint32(wanted.counter ?? counter),
    ]);
  const client = (type: string, options: Options, wanted: Faults) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wanted.challenge ?? options.challenge,
        origin: wanted.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const credential = (response: Options) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
  return {
    /** The answer to the options of an enrolment. */
    make(options: Options, wanted: Faults = {}) {
      handle = (options.user as { id: string }).id;
      const key = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, cosePublicKey(publicKey)]);
      const authData = Buffer.concat([head(PRESENT | VERIFIED | ATTESTED, wanted), key]);
      const attestation = cborMap([
        [text('fmt'), text('none')],
        [text('attStmt'), cborMap([])],
        [text('authData'), bytes(authData)],
      ]);
      return credential({
        clientDataJSON: client('webauthn.create', options, wanted).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    /** The answer to the options of a sign-in. Each use counts one further. */
    answer(options: Options, wanted: Faults = {}) {
      counter += 1;
      const authenticatorData = head(PRESENT | VERIFIED, wanted);
      const clientDataJSON = client('webauthn.get', options, wanted);
      const hash = createHash('sha256').update(clientDataJSON).digest();
      return credential({
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([authenticatorData, hash]), privateKey).toString('base64url'),
        userHandle: wanted.userHandle ?? handle,
      });
    },
  };
}

const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);
function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

/** COSE: key type EC2, algorithm ES256, curve P-256. */
function cosePublicKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** CBOR (RFC 8949), the little of it that is needed: the major type and the length of what follows. */
function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
}
const int = (value: number) => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value));
const bytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const text = (value: string) => Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
const cborMap = (pairs: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
