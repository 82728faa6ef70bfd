/** Looks for a number with which the SHA-256 of the challenge begins with enough zero bits. */
const BATCH = 512;
const encoder = new TextEncoder();

globalThis.onmessage = async ({ data }: MessageEvent<{ challenge: string; bits: number }>) => {
  const { challenge, bits } = data;
  for (let from = 0; ; from += BATCH) {
    // Many at once: what costs time is the way to the digest and back, not the digest.
    const digests = await Promise.all(
      Array.from({ length: BATCH }, (_, place) =>
        crypto.subtle.digest('SHA-256', encoder.encode(`${challenge}.${from + place}`)),
      ),
    );
    const found = digests.findIndex((digest) => zeroBits(new Uint8Array(digest)) >= bits);
    if (found >= 0) {
      globalThis.postMessage(String(from + found));
      return;
    }
  }
};

function zeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
}
