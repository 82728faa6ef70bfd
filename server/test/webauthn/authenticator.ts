/** A device key in software: answers WebAuthn options as a browser with an authenticator does. ES256, no attestation. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bytes, cborMap, int, text, uint16 } from './cbor.ts';

type Options = Record<string, unknown>;

/** Parts of an answer that a test makes wrong on purpose. */
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
