/** An account of a database is examined before its first query: only one that can do nothing but read is used. */
import { ContentProblem } from './content-problem.ts';

/** Remembers an examination that passed. One that failed is made again: the operator may have repaired the account. */
export function examinedOnce<T>(
  examine: () => Promise<T>,
  asProblem: (error: unknown) => unknown,
): () => Promise<T> {
  let examined: Promise<T> | undefined;
  return async () => {
    examined ??= examine();
    try {
      return await examined;
    } catch (error) {
      examined = undefined;
      throw asProblem(error);
    }
  };
}

/** `excess`: rights beyond reading, in Portuguese. Throws ContentProblem. */
export function requireReadsOnly(excess: string[]): void {
  if (excess.length)
    throw new ContentProblem(
      'refused',
      `O usuário do banco de consulta foi recusado, porque ${excess.join('; ')}. Prepare um usuário só de leitura.`,
    );
}

/** The reason why an account cannot be used, or null. */
export async function problemOf(examine: () => Promise<unknown>): Promise<ContentProblem | null> {
  try {
    await examine();
    return null;
  } catch (error) {
    return error as ContentProblem;
  }
}
