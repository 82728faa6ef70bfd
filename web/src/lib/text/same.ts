/** The language of the screens, decided when the app is built (scripts/build.ts builds it once for each). */
declare global {
  const __LANGUAGE__: 'mixed' | 'pt-BR';
}

/**
 * A table of words with the keys of another: a missing key, a shorter list or a function with other parameters does
 * not compile.
 */
export type Same<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Same<T[Key]> };
