/** The language of the screens, decided when the app is built (scripts/build.ts builds it once for each). */
declare global {
  const __LANGUAGE__: 'mixed' | 'pt-BR' | 'en';
}

/**
 * The form of the tables of one file of words, one table for each language: in all of them the same keys, lists of the
 * same length, functions with the parameters of the first. A key that one of them lacks or has too many does not
 * compile, and fails where the tables are joined only: everywhere else the words of all tables are there.
 */
export type Same<First, Second = First, Third = First> =
  Extra<First, Second> extends true
    ? Form<First> & Form<Second>
    : Extra<First, Third> extends true
      ? Form<First> & Form<Third>
      : Form<First>;

type Form<T> = T extends string | number | boolean | null | undefined
  ? Widened<T>
  : T extends (...args: infer Args) => infer Result
    ? (...args: Args) => Form<Result>
    : { readonly [Key in keyof T]: Form<T[Key]> };

/** The other table has what the first lacks. */
type Extra<First, Other> = First extends Keys<Other> ? false : true;

type Keys<T> = T extends string | number | boolean | null | undefined
  ? Widened<T>
  : T extends (...args: never[]) => infer Result
    ? (...args: never[]) => Keys<Result>
    : { readonly [Key in keyof T]: Keys<T[Key]> };

type Widened<T> = T extends string ? string : T;
