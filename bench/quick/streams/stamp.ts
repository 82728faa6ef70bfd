/** Each chunk says when it was written, by the clock that all processes of a machine share. */
const STAMP = /t(\d+);/g;

export const nowMicroseconds = () => Math.round(Number(process.hrtime.bigint()) / 1_000);

export const stamp = () => ` t${nowMicroseconds()};`;

/** How old the chunks in `text` are, in microseconds, and what of it may go on with the next bytes. */
export function agesIn(text: string, now: number): { ages: number[]; rest: string } {
  const ages = Array.from(text.matchAll(STAMP), ([, written]) => now - Number(written));
  return { ages, rest: text.slice(text.lastIndexOf(';') + 1) };
}
