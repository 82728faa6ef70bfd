/** CBOR (RFC 8949), the little of it that WebAuthn needs: the major type and the length of what follows. */
export const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
}
export const int = (value: number) => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value));
export const bytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
export const text = (value: string) =>
  Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
export const cborMap = (pairs: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
