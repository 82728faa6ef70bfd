/** A certificate for 127.0.0.1 that its own key signs, as node:crypto cannot make one: DER by hand, X.509 version 3. */
import { generateKeyPairSync, sign } from 'node:crypto';

export type SelfSigned = { key: string; cert: string };

const SEQUENCE = 0x30;
const SET = 0x31;
const OID = 0x06;
const OCTETS = 0x04;
const BITS = 0x03;

/** Lengths up to 65,535 bytes. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'));
const extension = (id: string, value: Buffer) => der(SEQUENCE, oid(id), der(OCTETS, value));

export function selfSigned(): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(SEQUENCE, oid('2a8648ce3d040302'));
  const commonName = der(SEQUENCE, oid('550403'), der(0x0c, Buffer.from('prosa-test')));
  const name = der(SEQUENCE, der(SET, commonName));
  const years = ['250101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time)));
  const isAuthority = der(SEQUENCE, der(0x01, Buffer.from([0xff])));
  const addresses = der(SEQUENCE, der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = der(SEQUENCE, extension('551d13', isAuthority), extension('551d11', addresses));
  const signed = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, ...years),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', signed, privateKey));
  const base64 = der(SEQUENCE, signed, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
