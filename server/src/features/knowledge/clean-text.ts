/** Takes out what neither the database nor a reader can hold: NUL, halves of surrogate pairs, byte order marks. */
export const cleanText = (text: string): string => text.replace(/[\0\uFEFF]|\p{Surrogate}/gu, '');
